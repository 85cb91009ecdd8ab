/* victim: a program that ends, or catches a signal, in the way its argument names. With SEEN=0 in
 * the environment it never calls the hooked function and so must stay unwatched; with LATE=1 it
 * does so only after it has set a handler.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

int fixture_value(void);

extern char **environ;
static volatile int zero;
static sigjmp_buf way_out;
static char *page; /* not to be touched */

static void see(void) {
    const char *seen = getenv("SEEN");
    if (!seen || *seen != '0')
        fixture_value();
}

/* Two of a name that a report can show. */
__attribute__((noinline)) void victim_faults(void) {
    *(volatile int *)page = 1;
}

__attribute__((noinline)) int victim_overflows(int depth) {
    volatile char frame[4096];
    frame[0] = (char)depth;
    return depth < 0 ? 0 : victim_overflows(depth + 1) + frame[0];
}

static void victim_divides(void) {
    zero = 100 / zero;
}
static void victim_is_illegal(void) {
    __asm__ volatile("ud2");
}

static void victim_bus(void) {
    FILE *file = tmpfile();
    char *map = mmap(NULL, 4096, PROT_READ, MAP_SHARED, fileno(file), 0);
    zero = map[0];
}

static void *call_in_thread(void *function) {
    see();
    ((void (*)(void))function)();
    return NULL;
}

static void in_thread(void (*function)(void)) {
    pthread_t thread;
    pthread_create(&thread, NULL, call_in_thread, (void *)function);
    pthread_join(thread, NULL);
}

static void overflow(void) {
    victim_overflows(0);
}
static void exit_6(void) {
    exit(6);
}
static void _exit_6(void) {
    _exit(6);
}
static void raise_segv(void) {
    raise(SIGSEGV);
}

static void say(const char *what, long number) {
    printf("%s %ld\n", what, number);
}

/* What a handler may notice of how it was called. */
static char own_stack[65536];

static void look(int signal, siginfo_t *info, void *context) {
    sigset_t mask;
    sigprocmask(SIG_BLOCK, NULL, &mask);
    long sum = 0;
    for (int i = 1; i < 32; i++)
        sum += sigismember(&mask, i) == 1 ? i : 0;
    say("signal", signal);
    say("code", info->si_code);
    say("address", (char *)info->si_addr == page);
    say("blocked", sum);
    say("on own stack",
        (char *)&mask >= own_stack && (char *)&mask < own_stack + sizeof(own_stack));
    stack_t stack;
    sigaltstack(NULL, &stack);
    say("stack flags", stack.ss_flags);
    struct sigaction now;
    sigaction(signal, NULL, &now);
    say("is default now", now.sa_handler == SIG_DFL);
}

static void look_and_mend(int signal, siginfo_t *info, void *context) {
    look(signal, info, context);
    mprotect(page, 4096, PROT_READ | PROT_WRITE);
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
        see();
}

static void use_own_stack(void) {
    stack_t stack = {.ss_sp = own_stack, .ss_size = sizeof(own_stack)};
    sigaltstack(&stack, NULL);
}

static void show(const struct sigaction *action) {
    say("flags", action->sa_flags & 0xffffffff);
    say("default", action->sa_handler == SIG_DFL);
    say("ignored", action->sa_handler == SIG_IGN);
    say("look", action->sa_sigaction == look);
    say("jump", action->sa_handler == jump);
    say("usr1", sigismember(&action->sa_mask, SIGUSR1));
    say("segv", sigismember(&action->sa_mask, SIGSEGV));
}

static void show_signal(int signal) {
    struct sigaction now;
    say("result", sigaction(signal, NULL, &now));
    show(&now);
}

static void show_dispositions(void) {
    struct sigaction action = {.sa_sigaction = look, .sa_flags = SA_SIGINFO | SA_RESTART}, old;
    sigaddset(&action.sa_mask, SIGUSR1);
    sigaddset(&action.sa_mask, SIGKILL);
    show_signal(SIGSEGV);
    sigaction(SIGSEGV, &action, &old);
    show(&old);
    show_signal(SIGSEGV);
    say("was look", signal(SIGSEGV, jump) == (void (*)(int))look);
    show_signal(SIGSEGV);
    say("was jump", sysv_signal(SIGSEGV, SIG_IGN) == jump);
    show_signal(SIGSEGV);
    raise(SIGSEGV);
    say("hold", sigset(SIGSEGV, SIG_HOLD) == SIG_IGN);
    say("hold", sigset(SIGSEGV, SIG_HOLD) == SIG_HOLD);
    say("was held", sigset(SIGSEGV, SIG_DFL) == SIG_HOLD);
    show_signal(SIGSEGV);
    say("interrupt", siginterrupt(SIGFPE, 1));
    signal(SIGFPE, jump);
    show_signal(SIGFPE);
    siginterrupt(SIGFPE, 0);
    show_signal(SIGFPE);
    say("wrong", signal(SIGFPE, SIG_ERR) == SIG_ERR && errno == EINVAL);
    say("wrong", sigaction(SIGKILL, &action, NULL));
    say("ignore", sigignore(SIGILL));
    show_signal(SIGILL);
    show_signal(SIGUSR2);
}

static void show_stacks(void) {
    stack_t stack = {.ss_sp = own_stack, .ss_size = sizeof(own_stack)}, old;
    say("first", sigaltstack(NULL, &old));
    say("flags", old.ss_flags);
    say("place", old.ss_sp == NULL);
    say("set", sigaltstack(&stack, &old));
    say("flags", old.ss_flags);
    sigaltstack(NULL, &old);
    say("own", old.ss_sp == own_stack);
    stack.ss_flags = SS_DISABLE;
    say("off", sigaltstack(&stack, &old));
    say("own", old.ss_sp == own_stack);
    see();
    sigaltstack(NULL, &old);
    say("flags", old.ss_flags);
    stack.ss_flags = 0;
    stack.ss_size = 16;
    say("small", sigaltstack(&stack, NULL) == -1 && errno == ENOMEM);
}

static void show_ignored(void) {
    char line[256];
    FILE *status = fopen("/proc/self/status", "r");
    while (fgets(line, sizeof(line), status))
        if (strncmp(line, "SigIgn", 6) == 0 || strncmp(line, "SigCgt", 6) == 0)
            fputs(line, stdout);
    fclose(status);
}

/* As faulthandler does: say something, give the signal back and raise it again. */
static struct sigaction before;
static void give_back(int signal) {
    say("given back", signal);
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
    say("mended", *other);
    mprotect(page, 4096, PROT_READ | PROT_WRITE);
}

static void finish_child(pid_t child) {
    int status = 0;
    waitpid(child, &status, 0);
    say("child", status);
}

static void jump_out(void) {
    if (sigsetjmp(way_out, 1) == 0)
        victim_faults();
    say("jumped", 1);
    see();
    stack_t stack;
    sigaltstack(NULL, &stack);
    say("stack flags", stack.ss_flags);
}

static char *const words[] = {"sh", "-c", "echo executed; exit 5", NULL};
static char *const again[] = {"victim", "show-ignored", NULL};

static void on_exit_fault(void) {
    victim_faults();
}
static void on_exit_exit(void) {
    exit(9);
}

#define WAY(name) if (strcmp(way, name) == 0)

static int end(const char *way, const char *self) {
    WAY("return-0") return 0;
    WAY("return-3") return 3;
    WAY("exit-0") exit(0);
    WAY("exit-5") exit(5);
    WAY("exit-256") exit(256);
    WAY("_exit-0") _exit(0);
    WAY("_exit-7") _exit(7);
    WAY("_Exit-8") _Exit(8);
    WAY("quick_exit-4") quick_exit(4);
    WAY("exit-in-handler") {
        atexit(on_exit_exit);
        return 1;
    }
    WAY("fault-in-handler") {
        atexit(on_exit_fault);
        return 0;
    }
    WAY("exit-in-thread") in_thread(exit_6);
    WAY("_exit-in-thread") in_thread(_exit_6);
    WAY("pthread_exit") pthread_exit(NULL);
    WAY("group-exit") syscall(SYS_exit_group, 3);
    WAY("unflushed") {
        printf("not yet written");
        return 0;
    }

    WAY("abort") abort();
    WAY("assert") assert(!"so it is");
    WAY("abort-in-thread") in_thread(abort);
    WAY("abort-blocked") {
        sigset_t all;
        sigfillset(&all);
        sigprocmask(SIG_BLOCK, &all, NULL);
        abort();
    }
    WAY("fault") victim_faults();
    WAY("fault-noncanonical") * (volatile int *)0x8000000000000000ul = 1;
    WAY("fault-in-thread") in_thread(victim_faults);
    WAY("fault-blocked") {
        sigset_t all;
        sigfillset(&all);
        sigprocmask(SIG_BLOCK, &all, NULL);
        victim_faults();
    }
    WAY("overflow") overflow();
    WAY("overflow-in-thread") in_thread(overflow);
    WAY("divide") victim_divides();
    WAY("illegal") victim_is_illegal();
    WAY("bus") victim_bus();
    WAY("raise-segv") raise(SIGSEGV);
    WAY("raise-segv-in-thread") in_thread(raise_segv);
    WAY("raise-bus") raise(SIGBUS);
    WAY("raise-ill") raise(SIGILL);
    WAY("raise-fpe") raise(SIGFPE);
    WAY("kill-segv") kill(getpid(), SIGSEGV);
    WAY("queue-abrt") sigqueue(getpid(), SIGABRT, (union sigval){.sival_int = 7});
    WAY("kill-term") kill(getpid(), SIGTERM);
    WAY("kill-kill") kill(getpid(), SIGKILL);
    WAY("ignored-segv") {
        signal(SIGSEGV, SIG_IGN);
        raise(SIGSEGV);
        return 4;
    }
    WAY("ignored-fault") {
        signal(SIGSEGV, SIG_IGN);
        victim_faults();
    }

    WAY("execve") execve("/bin/sh", words, environ);
    WAY("execv") execv("/bin/sh", words);
    WAY("execvp") execvp("sh", words);
    WAY("execvpe") execvpe("sh", words, environ);
    WAY("execl") execl("/bin/sh", "sh", "-c", "echo executed $1; exit 5", "sh", "one", NULL);
    WAY("execlp") execlp("sh", "sh", "-c", "exit 5", NULL);
    WAY("execle")
    execle("/bin/sh", "sh", "-c", "echo $ONE; exit 5", NULL, (char *[]){"ONE=1", NULL});
    WAY("fexecve") fexecve(open("/bin/sh", O_RDONLY), words, environ);
    WAY("execveat") execveat(AT_FDCWD, "/bin/sh", words, environ, 0);
    WAY("exec-fails") {
        say("failed", execv("/nowhere", words));
        say("errno", errno);
        return 2;
    }
    WAY("exec-no-format") {
        say("failed", execv("/etc/passwd", words));
        say("errno", errno);
        return 2;
    }
    WAY("exec-null") {
        say("failed", execve(NULL, NULL, NULL));
        say("errno", errno);
        return 2;
    }
    WAY("exec-ignored") {
        signal(SIGSEGV, SIG_IGN);
        signal(SIGFPE, SIG_IGN);
        signal(SIGILL, jump);
        execv(self, again);
    }
    WAY("spawn-ignored") {
        pid_t child;
        signal(SIGBUS, SIG_IGN);
        signal(SIGABRT, SIG_IGN);
        fflush(stdout);
        posix_spawn(&child, self, NULL, NULL, again, environ);
        finish_child(child);
        return 2;
    }
    WAY("vfork-exec") {
        signal(SIGSEGV, SIG_IGN);
        pid_t child = vfork();
        if (child == 0) {
            execv("/nowhere", again);
            execv(self, again);
            _exit(1);
        }
        finish_child(child);
        return 2;
    }
    WAY("vfork-exit") {
        pid_t child = vfork();
        if (child == 0)
            _exit(3);
        finish_child(child);
        return 2;
    }
    WAY("vfork-handler") {
        pid_t child = vfork();
        if (child == 0) {
            signal(SIGSEGV, SIG_IGN);
            _exit(3);
        }
        finish_child(child);
        show_signal(SIGSEGV);
        return 2;
    }
    WAY("fork-exit") {
        fflush(stdout);
        pid_t child = fork();
        if (child == 0) {
            see();
            exit(0);
        }
        finish_child(child);
        return 2;
    }
    WAY("fork-fault") {
        pid_t child = fork();
        if (child == 0) {
            see();
            victim_faults();
        }
        finish_child(child);
        return 2;
    }
    WAY("fork-unseen") {
        pid_t child = fork();
        if (child == 0)
            _exit(0);
        finish_child(child);
        return 2;
    }
    WAY("system") {
        say("system", system("exit 3"));
        return 2;
    }

    WAY("show-dispositions") {
        show_dispositions();
        return 0;
    }
    WAY("show-stacks") {
        show_stacks();
        return 0;
    }
    WAY("show-stacks-in-thread") {
        in_thread(show_stacks);
        return 0;
    }
    WAY("handler") {
        handle(SIGSEGV, look_and_mend, 0);
        victim_faults();
        return 0;
    }
    WAY("handler-nodefer") {
        handle(SIGSEGV, look_and_mend, SA_NODEFER);
        victim_faults();
        return 0;
    }
    WAY("handler-once") {
        handle(SIGSEGV, look, SA_RESETHAND);
        victim_faults();
        return 0;
    }
    WAY("handler-onstack") {
        use_own_stack();
        handle(SIGSEGV, look_and_mend, SA_ONSTACK);
        victim_faults();
        return 0;
    }
    WAY("handler-stack-unused") {
        use_own_stack();
        handle(SIGSEGV, look_and_mend, 0);
        victim_faults();
        return 0;
    }
    WAY("handler-no-stack") {
        handle(SIGSEGV, look_and_mend, SA_ONSTACK);
        victim_faults();
        return 0;
    }
    WAY("handler-inside") {
        handle(SIGSEGV, fault_inside, SA_ONSTACK | SA_NODEFER);
        victim_faults();
        return 0;
    }
    WAY("handler-sent") {
        handle(SIGFPE, look, 0);
        raise(SIGFPE);
        return 0;
    }
    WAY("handler-abort") {
        handle(SIGABRT, look, 0);
        abort();
    }
    WAY("handler-overflow") {
        handle(SIGSEGV, look_and_jump, SA_ONSTACK);
        if (!sigsetjmp(way_out, 1))
            overflow();
        return 0;
    }
    WAY("handler-overflow-own") {
        use_own_stack();
        handle(SIGSEGV, look_and_jump, SA_ONSTACK);
        if (!sigsetjmp(way_out, 1))
            overflow();
        return 0;
    }
    WAY("jump") {
        handle(SIGSEGV, look_and_jump, 0);
        jump_out();
        jump_out();
        return 0;
    }
    WAY("jump-no-stack") {
        handle(SIGSEGV, look_and_jump, SA_ONSTACK);
        jump_out();
        jump_out();
        return 0;
    }
    WAY("jump-onstack") {
        use_own_stack();
        handle(SIGSEGV, look_and_jump, SA_ONSTACK);
        jump_out();
        jump_out();
        return 0;
    }
    WAY("give-back") {
        struct sigaction action = {.sa_handler = give_back, .sa_flags = SA_NODEFER};
        sigaction(SIGSEGV, &action, &before);
        victim_faults();
    }
    return 99;
}

int main(int argc, char **argv) {
    page = mmap(NULL, 4096, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (argc < 2)
        return 98;
    if (strcmp(argv[1], "show-ignored") == 0) {
        show_ignored();
        return 0;
    }
    /* What the program sets before and after the first structure has to count alike. */
    if (!getenv("LATE"))
        see();
    return end(argv[1], "/proc/self/exe");
}
