/* handlers: the program's own handlers and alternate stacks, which it has to see and get as without
 * us. */
/* SPDX-License-Identifier: Apache-2.0 */
#include <errno.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "tests/shim/victim.h"

static sigjmp_buf way_out;

/* What a handler may notice of how it was called. */
static char own_stack[65536];

static void look(int signal, siginfo_t *info, void *context) {
    sigset_t mask;
    sigprocmask(SIG_BLOCK, NULL, &mask);
    long sum = 0;
    for (int i = 1; i < 32; i++)
        sum += sigismember(&mask, i) == 1 ? i : 0;
    victim_say("signal", signal);
    victim_say("code", info->si_code);
    victim_say("address", (char *)info->si_addr == victim_page);
    victim_say("blocked", sum);
    victim_say("on own stack",
               (char *)&mask >= own_stack && (char *)&mask < own_stack + sizeof(own_stack));
    stack_t stack;
    sigaltstack(NULL, &stack);
    victim_say("stack flags", stack.ss_flags);
    struct sigaction now;
    sigaction(signal, NULL, &now);
    victim_say("is default now", now.sa_handler == SIG_DFL);
}

static void look_and_mend(int signal, siginfo_t *info, void *context) {
    look(signal, info, context);
    mprotect(victim_page, 4096, PROT_READ | PROT_WRITE);
}

static void look_and_jump(int signal, siginfo_t *info, void *context) {
    look(signal, info, context);
    siglongjmp(way_out, 1);
}

static void jump(int signal) {
    siglongjmp(way_out, signal);
}

static void handle(int signal, void (*handler)(int, siginfo_t *, void *), int flags) {
    struct sigaction action = {.sa_sigaction = handler, .sa_flags = SA_SIGINFO | flags};
    sigaddset(&action.sa_mask, SIGUSR1);
    sigaction(signal, &action, NULL);
    if (getenv("LATE"))
        victim_see();
}

static void use_own_stack(void) {
    stack_t stack = {.ss_sp = own_stack, .ss_size = sizeof(own_stack)};
    sigaltstack(&stack, NULL);
}

static void show(const struct sigaction *action) {
    victim_say("flags", action->sa_flags & 0xffffffff);
    victim_say("default", action->sa_handler == SIG_DFL);
    victim_say("ignored", action->sa_handler == SIG_IGN);
    victim_say("look", action->sa_sigaction == look);
    victim_say("jump", action->sa_handler == jump);
    victim_say("usr1", sigismember(&action->sa_mask, SIGUSR1));
    victim_say("segv", sigismember(&action->sa_mask, SIGSEGV));
}

void victim_show(int signal) {
    struct sigaction now;
    victim_say("result", sigaction(signal, NULL, &now));
    show(&now);
}

static void show_dispositions(void) {
    struct sigaction action = {.sa_sigaction = look, .sa_flags = SA_SIGINFO | SA_RESTART}, old;
    sigaddset(&action.sa_mask, SIGUSR1);
    sigaddset(&action.sa_mask, SIGKILL);
    victim_show(SIGSEGV);
    sigaction(SIGSEGV, &action, &old);
    show(&old);
    victim_show(SIGSEGV);
    victim_say("was look", signal(SIGSEGV, jump) == (void (*)(int))look);
    victim_show(SIGSEGV);
    victim_say("was jump", sysv_signal(SIGSEGV, SIG_IGN) == jump);
    victim_show(SIGSEGV);
    raise(SIGSEGV);
    victim_say("hold", sigset(SIGSEGV, SIG_HOLD) == SIG_IGN);
    victim_say("hold", sigset(SIGSEGV, SIG_HOLD) == SIG_HOLD);
    victim_say("was held", sigset(SIGSEGV, SIG_DFL) == SIG_HOLD);
    victim_show(SIGSEGV);
    victim_say("interrupt", siginterrupt(SIGFPE, 1));
    signal(SIGFPE, jump);
    victim_show(SIGFPE);
    siginterrupt(SIGFPE, 0);
    victim_show(SIGFPE);
    victim_say("wrong", signal(SIGFPE, SIG_ERR) == SIG_ERR && errno == EINVAL);
    victim_say("wrong", sigaction(SIGKILL, &action, NULL));
    victim_say("ignore", sigignore(SIGILL));
    victim_show(SIGILL);
    victim_show(SIGUSR2);
}

static void show_stacks(void) {
    stack_t stack = {.ss_sp = own_stack, .ss_size = sizeof(own_stack)}, old;
    victim_say("first", sigaltstack(NULL, &old));
    victim_say("flags", old.ss_flags);
    victim_say("place", old.ss_sp == NULL);
    victim_say("set", sigaltstack(&stack, &old));
    victim_say("flags", old.ss_flags);
    sigaltstack(NULL, &old);
    victim_say("own", old.ss_sp == own_stack);
    stack.ss_flags = SS_DISABLE;
    victim_say("off", sigaltstack(&stack, &old));
    victim_say("own", old.ss_sp == own_stack);
    victim_see();
    sigaltstack(NULL, &old);
    victim_say("flags", old.ss_flags);
    stack.ss_flags = 0;
    stack.ss_size = 16;
    victim_say("small", sigaltstack(&stack, NULL) == -1 && errno == ENOMEM);
}

/* As faulthandler does: say something, give the signal back and raise it again. */
static struct sigaction before;
static void give_back(int signal) {
    victim_say("given back", signal);
    fflush(stdout);
    sigaction(signal, &before, NULL);
    raise(signal);
}

static void mend(int signal, siginfo_t *info, void *context) {
    mprotect(info->si_addr, 4096, PROT_READ | PROT_WRITE);
}

/* A second fault inside a handler on the alternate stack that is not the program's. */
static void fault_inside(int signal, siginfo_t *info, void *context) {
    char *other = mmap(NULL, 4096, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    handle(SIGSEGV, mend, SA_ONSTACK);
    *(volatile char *)other = 1;
    victim_say("mended", *other);
    mprotect(victim_page, 4096, PROT_READ | PROT_WRITE);
}

static void jump_out(void) {
    if (sigsetjmp(way_out, 1) == 0)
        victim_faults();
    victim_say("jumped", 1);
    victim_see();
    stack_t stack;
    sigaltstack(NULL, &stack);
    victim_say("stack flags", stack.ss_flags);
}

WAY(show_dispositions) {
    show_dispositions();
    return 0;
}

WAY(show_stacks) {
    show_stacks();
    return 0;
}

WAY(show_stacks_in_thread) {
    victim_in_thread(show_stacks);
    return 0;
}

WAY(handler) {
    handle(SIGSEGV, look_and_mend, 0);
    victim_faults();
    return 0;
}

WAY(handler_nodefer) {
    handle(SIGSEGV, look_and_mend, SA_NODEFER);
    victim_faults();
    return 0;
}

WAY(handler_once) {
    handle(SIGSEGV, look, SA_RESETHAND);
    victim_faults();
    return 0;
}

WAY(handler_onstack) {
    use_own_stack();
    handle(SIGSEGV, look_and_mend, SA_ONSTACK);
    victim_faults();
    return 0;
}

WAY(handler_stack_unused) {
    use_own_stack();
    handle(SIGSEGV, look_and_mend, 0);
    victim_faults();
    return 0;
}

WAY(handler_no_stack) {
    handle(SIGSEGV, look_and_mend, SA_ONSTACK);
    victim_faults();
    return 0;
}

WAY(handler_inside) {
    handle(SIGSEGV, fault_inside, SA_ONSTACK | SA_NODEFER);
    victim_faults();
    return 0;
}

WAY(handler_sent) {
    handle(SIGFPE, look, 0);
    raise(SIGFPE);
    return 0;
}

WAY(handler_abort) {
    handle(SIGABRT, look, 0);
    abort();
    return 99;
}

/* The same signal, and the process lives on. */
WAY(handler_raise) {
    handle(SIGABRT, look, 0);
    raise(SIGABRT);
    return 0;
}

WAY(handler_of_another) {
    handle(SIGSEGV, look, 0);
    abort();
    return 99;
}

WAY(handler_overflow) {
    handle(SIGSEGV, look_and_jump, SA_ONSTACK);
    if (!sigsetjmp(way_out, 1))
        victim_overflows(0);
    return 0;
}

WAY(handler_overflow_own) {
    use_own_stack();
    handle(SIGSEGV, look_and_jump, SA_ONSTACK);
    if (!sigsetjmp(way_out, 1))
        victim_overflows(0);
    return 0;
}

WAY(jump) {
    handle(SIGSEGV, look_and_jump, 0);
    jump_out();
    jump_out();
    return 0;
}

WAY(jump_no_stack) {
    handle(SIGSEGV, look_and_jump, SA_ONSTACK);
    jump_out();
    jump_out();
    return 0;
}

WAY(jump_onstack) {
    use_own_stack();
    handle(SIGSEGV, look_and_jump, SA_ONSTACK);
    jump_out();
    jump_out();
    return 0;
}

WAY(give_back) {
    struct sigaction action = {.sa_handler = give_back, .sa_flags = SA_NODEFER};
    sigaction(SIGSEGV, &action, &before);
    victim_faults();
    return 99;
}
