/* signal: the one handler, and the end of a process that dies of a signal. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "shim/signal.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>

#include "hooks/hook.h"
#include "hooks/isolation.h"
#include "report/base/peek.h"
#include "report/base/thread.h"
#include "shim/altstack.h"
#include "shim/disposition.h"
#include "shim/elf.h"
#include "shim/exit.h"
#include "shim/mask.h"
#include "shim/route.h"

/* signal_x86_64.S */
void signal_on_stack(uintptr_t top, void (*function)(void *argument), void *argument);

#if defined(__x86_64__)
#define PC(context) ((context)->uc_mcontext.gregs[REG_RIP])
#define SP(context) ((context)->uc_mcontext.gregs[REG_RSP])
/* The first argument, when a function has just been entered. */
#define ARGUMENT(context) ((context)->uc_mcontext.gregs[REG_RDI])
/* Below the stack pointer a function without calls may keep values. */
#define RED_ZONE 128
/* Bit 1 of a page fault's error code (Intel SDM, volume 3, "Page-Fault Exceptions"). */
#define IS_WRITE(context) (((context)->uc_mcontext.gregs[REG_ERR] & 2) != 0)
#elif defined(__aarch64__)
#define PC(context)       ((context)->uc_mcontext.pc)
#define SP(context)       ((context)->uc_mcontext.sp)
#define ARGUMENT(context) ((context)->uc_mcontext.regs[0])
#define RED_ZONE          0
#define IS_WRITE(context) false /* the syndrome stands in an extension record: not read yet */
#endif

/* Faults this close to the stack pointer come from the stack having overflowed. */
#define NEAR 65536

/* A fault that the program's own handler was called for: should it end in a signal that nobody
 * handles, the first one is what is to be reported. Threads beyond these do without. */
static struct noted {
    _Atomic uint32_t tid;
    int signal;
    ucontext_t context;
} noted[8];

/* A fault happens at an instruction; anything else was sent. */
static bool is_fault(int signal, const siginfo_t *info) {
    return info->si_code > 0 && signal != SIGABRT &&
           !(signal == SIGBUS && info->si_code == BUS_MCEERR_AO);
}

static void note(int signal, const ucontext_t *context) {
    uint32_t tid = (uint32_t)syscall(SYS_gettid);
    struct noted *place = &noted[tid % LENGTH(noted)];
    for (size_t i = 0; i < LENGTH(noted); i++) {
        uint32_t owner = atomic_load(&noted[i].tid);
        if (owner == tid) {
            place = &noted[i];
            break;
        }
        if (!owner)
            place = &noted[i];
    }
    atomic_store(&place->tid, tid);
    place->signal = signal;
    place->context = *context;
}

/* The noted fault when this signal came from inside its handler, which runs deeper on the stack or
 * on another one; else the context itself. */
static ucontext_t *first_context(int signal, ucontext_t *context) {
    uint32_t tid = (uint32_t)syscall(SYS_gettid);
    const stack_t *other = &context->uc_stack;
    bool is_on_other = (uintptr_t)SP(context) - (uintptr_t)other->ss_sp < other->ss_size;
    for (size_t i = 0; i < LENGTH(noted); i++)
        if (atomic_load(&noted[i].tid) == tid && noted[i].signal == signal &&
            (is_on_other || SP(context) < SP(&noted[i].context)))
            return &noted[i].context;
    return context;
}

/* The report of a crash takes more stack than a signal may find, so it has its own. One thread
 * reports. */
static char crash_stack[256 * 1024] __attribute__((aligned(64)));
static _Atomic uint32_t crash_tid;
static _Atomic bool crash_is_over;
static void *crash_way_out[5]; /* of __builtin_setjmp */

struct crash {
    int signal;
    ucontext_t *context;
};

static void report_crash(void *argument) {
    const struct crash *crash = argument;
    /* A fault of peek must not start at the top of the stack that the handler's frame is on. */
    altstack_disable();
    peek_forget_mask();
    struct record_exit how = {.how = crash->signal == SIGABRT ? "abort" : "signal",
                              .status = -1,
                              .signal = crash->signal};
    struct finding_counts counts;
    bool is_call_of_0 = crash->signal == SIGSEGV && PC(crash->context) == 0;
    hook_crash(crash->signal, crash->context,
               is_call_of_0 ? (uintptr_t)ARGUMENT(crash->context) : 0);
    hook_end(&how, &counts);
}

/* Faults come through, for peek and for a report that itself crashes. Other handlers do not run:
 * without us they would not have either. */
static void let_only_faults_through(void) {
    sigset_t mask;
    sigfillset(&mask);
    sigdelset(&mask, SIGSEGV);
    sigdelset(&mask, SIGBUS);
    sigdelset(&mask, SIGILL);
    sigdelset(&mask, SIGFPE);
    route_libc.pthread_sigmask(SIG_SETMASK, &mask, NULL);
}

/* Another thread is at the report; it ends the process. */
static void wait_for_report(void) {
    const struct timespec tick = {.tv_nsec = 1000000};
    for (int i = 0; i < 60000 && !atomic_load(&crash_is_over); i++)
        nanosleep(&tick, NULL);
}

/* The report itself crashed: on with the end. */
__attribute__((noinline, noreturn)) static void give_up(void) {
    __builtin_longjmp(crash_way_out, 1);
}

static bool is_reporting(void) {
    uint32_t tid = atomic_load(&crash_tid);
    return tid && !atomic_load(&crash_is_over) && tid == (uint32_t)syscall(SYS_gettid);
}

static void report(int signal, ucontext_t *context) {
    uint32_t tid = (uint32_t)syscall(SYS_gettid), other = 0;
    if (!atomic_compare_exchange_strong(&crash_tid, &other, tid)) {
        wait_for_report();
        return;
    }
    struct crash crash = {.signal = signal, .context = first_context(signal, context)};
    let_only_faults_through();
    if (__builtin_setjmp(crash_way_out) == 0)
        signal_on_stack((uintptr_t)(crash_stack + sizeof(crash_stack)), report_crash, &crash);
    atomic_store(&crash_is_over, true);
}

/* Nobody handles it: end as without us. A fault faults again when we return; what was sent is sent
 * again, to be delivered where it was. */
static void die(int signal, siginfo_t *info, ucontext_t *context) {
    if (thread_is_own_process() && record_is_begun())
        report(signal, context);
    disposition_default(signal);
    if (is_fault(signal, info))
        return;
    sigset_t one;
    sigemptyset(&one);
    sigaddset(&one, signal);
    route_libc.pthread_sigmask(SIG_BLOCK, &one, NULL);
    pid_t process = getpid();
    long thread = syscall(SYS_gettid);
    if (syscall(SYS_rt_tgsigqueueinfo, process, thread, signal, info) != 0)
        syscall(SYS_tgkill, process, thread, signal);
}

struct handler_call {
    void (*handler)(int signal, siginfo_t *info, void *context);
    int signal;
    siginfo_t *info;
    ucontext_t *context;
};

static void call_off_stack(void *argument) {
    const struct handler_call *call = argument;
    altstack_leave((uintptr_t)SP(call->context));
    call->handler(call->signal, call->info, call->context);
    altstack_return();
}

/* The program's handler, on the stack it would have had. */
static void call_handler(const struct handler_call *call) {
    if (!altstack_holds(call))
        call->handler(call->signal, call->info, call->context);
    else
        signal_on_stack((uintptr_t)SP(call->context) - RED_ZONE, call_off_stack, (void *)call);
}

/* Without our stack the kernel would have found no room for the program's handler. */
static bool is_overflow(int signal, const siginfo_t *info, const ucontext_t *context) {
    uintptr_t distance = (uintptr_t)info->si_addr - (uintptr_t)SP(context) + NEAR;
    return signal == SIGSEGV && is_fault(signal, info) && distance < 2 * NEAR &&
           altstack_holds(&distance);
}

static bool resume_peek(int signal, const siginfo_t *info, ucontext_t *context) {
    if ((signal != SIGSEGV && signal != SIGBUS) || !is_fault(signal, info))
        return false;
    uintptr_t resume = peek_resume((uintptr_t)PC(context));
    if (!resume)
        return false;
    PC(context) = (greg_t)resume;
    return true;
}

/* An access to a copy of a buffer. */
struct access {
    uintptr_t address;
    bool is_write;
    ucontext_t *context;
    bool is_settled;
};

static void settle(void *argument) {
    struct access *access = argument;
    access->is_settled = isolation_fault(access->address, access->is_write, access->context);
}

/* The kernel takes the alternate stack back from the frame that the handler returns through; until
 * then no fault of peek may start at its top. */
static void settle_off_stack(void *argument) {
    struct access *access = argument;
    bool is_ours = altstack_holds(&access->context->uc_mcontext) || altstack_holds(access);
    if (is_ours)
        altstack_leave((uintptr_t)SP(access->context));
    else
        altstack_disable();
    settle(access);
    if (is_ours)
        altstack_return();
}

/* Telling it takes more room than an alternate stack has, and the thread's own is sound. Who jumps
 * into data is no reader of it: that fails without us, too. */
static bool settle_access(int signal, const siginfo_t *info, ucontext_t *context) {
    if ((signal != SIGSEGV && signal != SIGBUS) || !is_fault(signal, info) ||
        !isolation_concerns((uintptr_t)info->si_addr) ||
        (uintptr_t)info->si_addr == (uintptr_t)PC(context))
        return false;
    const stack_t *other = &context->uc_stack;
    struct access access = {
        .address = (uintptr_t)info->si_addr, .is_write = IS_WRITE(context), .context = context};
    if ((uintptr_t)&access - (uintptr_t)other->ss_sp < other->ss_size &&
        (uintptr_t)SP(context) - (uintptr_t)other->ss_sp >= other->ss_size)
        signal_on_stack((uintptr_t)SP(context) - RED_ZONE, settle_off_stack, &access);
    else
        settle(&access);
    return access.is_settled;
}

/* libc's own, from its symbol table. */
static struct {
    uintptr_t begin;
    size_t size;
} abort_code;

static bool find_abort(const struct elf *elf, void *unused) {
    const ElfW(Sym) *symbol = elf_find(elf, "abort", NULL);
    if (!symbol || elf_address(elf->base, symbol) != (uintptr_t)route_libc.abort)
        return false;
    abort_code.begin = elf_address(elf->base, symbol);
    abort_code.size = symbol->st_size;
    return true;
}

/* raise() and what it calls have small frames, and their caller's address lies behind them. */
static bool is_raised_by_abort(const siginfo_t *info, const ucontext_t *context) {
    uintptr_t words[64];
    for (size_t i = 0; info->si_code == SI_TKILL && i < LENGTH(words); i++) {
        if (peek(&words[i], (const uintptr_t *)SP(context) + i, sizeof(words[i])) != 0)
            return false;
        if (words[i] - abort_code.begin < abort_code.size)
            return true;
    }
    return false;
}

/* The program's handler has returned, or there is none as it ignores the signal, so abort() goes
 * on: it sets the default past everybody and raises the signal once more. */
static void end_of_abort(int signal, const siginfo_t *info, ucontext_t *context) {
    if (signal == SIGABRT && is_raised_by_abort(info, context) && thread_is_own_process() &&
        record_is_begun())
        report(signal, context);
}

static int report_signal; /* 0 for none */

/* In a vfork child it is its parent's memory; there, too, the signal does not end the process. */
static void ask_for_snapshot(int signal, siginfo_t *info, ucontext_t *context) {
    int saved_errno = errno;
    if (thread_is_own_process())
        hook_want_snapshot(signal);
    struct sigaction wanted = disposition_take(signal);
    errno = saved_errno;
    if (wanted.sa_handler != SIG_DFL && wanted.sa_handler != SIG_IGN)
        call_handler(&(struct handler_call){wanted.sa_sigaction, signal, info, context});
}

/* Sent to a thread that blocks it: it waits there, or in the process for one that does not. */
static bool keep_waiting(int signal, siginfo_t *info, ucontext_t *context) {
    if (!mask_is_kept() || is_fault(signal, info) ||
        !mask_believes_blocked(signal, &context->uc_sigmask) || !thread_is_own_process())
        return false;
    mask_hold(signal, &context->uc_sigmask);
    if (info->si_code == SI_TKILL)
        syscall(SYS_rt_tgsigqueueinfo, getpid(), syscall(SYS_gettid), signal, info);
    else
        syscall(SYS_rt_sigqueueinfo, getpid(), signal, info);
    return true;
}

static void handle(int signal, siginfo_t *info, void *argument) {
    ucontext_t *context = argument;
    if (resume_peek(signal, info, context))
        return;
    /* The mask in here is another than outside. */
    peek_forget_mask();
    if (signal == report_signal) {
        ask_for_snapshot(signal, info, context);
        return;
    }
    int saved_errno = errno;
    if (settle_access(signal, info, context)) {
        errno = saved_errno;
        return;
    }
    if (keep_waiting(signal, info, context)) {
        errno = saved_errno;
        return;
    }
    if (is_reporting())
        give_up();
    if (is_fault(signal, info) || (signal == SIGABRT && info->si_pid == getpid()))
        exit_outlast();
    struct sigaction wanted = disposition_take(signal);
    /* A fault that is blocked or ignored kills all the same. */
    bool is_fatal =
        mask_is_kept() && is_fault(signal, info) &&
        (wanted.sa_handler == SIG_IGN || mask_believes_blocked(signal, &context->uc_sigmask));
    if (is_fatal || wanted.sa_handler == SIG_DFL || is_overflow(signal, info, context)) {
        die(signal, info, context);
    } else {
        if (is_fault(signal, info))
            note(signal, context);
        errno = saved_errno;
        if (wanted.sa_handler != SIG_IGN)
            call_handler(&(struct handler_call){wanted.sa_sigaction, signal, info, context});
        saved_errno = errno;
        end_of_abort(signal, info, context);
    }
    errno = saved_errno;
}

void signal_init(const char *name) {
    static const struct {
        const char *name;
        int number;
    } signals[] = {{"USR1", SIGUSR1}, {"USR2", SIGUSR2}, {"HUP", SIGHUP},
                   {"QUIT", SIGQUIT}, {"URG", SIGURG},   {"WINCH", SIGWINCH}};
    for (size_t i = 0; i < LENGTH(signals); i++)
        if (strcmp(name, signals[i].name) == 0)
            report_signal = signals[i].number;
    elf_each_at_start(find_abort, NULL);
    if (report_signal)
        disposition_install_report(report_signal, handle);
}

void signal_structures_began(void) {
    disposition_install(handle);
    altstack_enter();
}

void signal_cover(void) {
    if (!disposition_is_installed())
        disposition_install(handle);
}

void signal_enter_hook(void) {
    if (disposition_is_installed())
        altstack_enter();
}

void signal_fork_child(bool follow) {
    altstack_fork_child();
    atomic_store(&crash_tid, 0);
    atomic_store(&crash_is_over, false);
    if (!follow)
        disposition_remove();
}
