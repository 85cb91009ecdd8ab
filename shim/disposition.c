/* disposition: the beliefs, what the kernel is given for each, and the exported functions that show
 * and change them. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "shim/disposition.h"

#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

#include "report/base/peek.h"
#include "report/base/thread.h"
#include "shim/handler.h"
#include "shim/mask.h"
#include "shim/route.h"

/* Flags of the kernel that libc does not name, or hides behind old ones. */
#define FLAG_RESTORER    0x04000000
#define FLAG_INTERRUPT   0x20000000
#define FLAG_EXPOSE_TAGS 0x00000800
#define KERNEL_FLAGS                                                                               \
    (SA_NOCLDSTOP | SA_NOCLDWAIT | SA_SIGINFO | SA_ONSTACK | SA_RESTART | SA_NODEFER |             \
     (int)SA_RESETHAND | FLAG_RESTORER | FLAG_EXPOSE_TAGS)

/* The last one is that of report_signal, 0 for none. */
static int signals[] = {SIGSEGV, SIGBUS, SIGABRT, SIGILL, SIGFPE, 0};
#define N_FATAL ((int)LENGTH(signals) - 1)
#define REPORT  N_FATAL

static disposition_handler our_handler;
static void (*restorer)(void); /* libc's own, which a program that asks gets to see */
static _Atomic bool is_installed, is_report_installed;
static struct sigaction beliefs[LENGTH(signals)];
static bool is_interrupting[LENGTH(signals)]; /* siginterrupt() */

/* Held with all signals blocked and for a few instructions, so waiting for it is short wherever one
 * is. */
static _Atomic bool is_busy;

static void begin(sigset_t *mask) {
    sigset_t all;
    sigfillset(&all);
    route_libc.pthread_sigmask(SIG_SETMASK, &all, mask);
    while (atomic_exchange_explicit(&is_busy, true, memory_order_acquire))
        sched_yield();
}

static void end(const sigset_t *mask) {
    atomic_store_explicit(&is_busy, false, memory_order_release);
    route_libc.pthread_sigmask(SIG_SETMASK, mask, NULL);
}

static int index_of(int signal) {
    for (int i = 0; i < (int)LENGTH(signals); i++)
        if (signals[i] == signal && signal != 0)
            return i;
    return -1;
}

static bool is_ours(int i) {
    return atomic_load(i == REPORT ? &is_report_installed : &is_installed);
}

static bool is_handler(const struct sigaction *action) {
    return action->sa_handler != SIG_DFL && action->sa_handler != SIG_IGN;
}

/* With faults ignored, one of peek's would kill. */
static void tell_peek(void) {
    peek_trust_handler(mask_is_kept() ||
                       (beliefs[0].sa_handler != SIG_IGN && beliefs[1].sa_handler != SIG_IGN));
    peek_note_pager(is_handler(&beliefs[0]) || is_handler(&beliefs[1]));
}

/* What touching a copy raises. */
static bool is_of_faults(int i) {
    return signals[i] == SIGSEGV || signals[i] == SIGBUS;
}

/* What the kernel is given for a belief. */
static void apply(int i) {
    const struct sigaction *belief = &beliefs[i];
    struct sigaction ours = {.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER};
    if (i == REPORT)
        ours.sa_flags |= SA_RESTART;
    if (is_handler(belief)) {
        ours.sa_flags = (belief->sa_flags & ~(int)SA_RESETHAND) | SA_SIGINFO;
        ours.sa_mask = belief->sa_mask;
        mask_strip(&ours.sa_mask);
    }
    ours.sa_sigaction = our_handler;
    bool is_ignored = belief->sa_handler == SIG_IGN && !(mask_is_kept() && is_of_faults(i));
    /* Trusted only while it stands there. */
    if (is_ignored && i != REPORT)
        tell_peek();
    route_libc.sigaction(signals[i], is_ignored ? belief : &ours, NULL);
    if (!is_ignored && i != REPORT && atomic_load(&is_installed))
        tell_peek();
}

/* From what the program believes so far to ours. */
static void put(int i) {
    struct sigaction shown;
    route_libc.sigaction(signals[i], NULL, &beliefs[i]);
    apply(i);
    route_libc.sigaction(signals[i], NULL, &shown);
    restorer = shown.sa_restorer ? shown.sa_restorer : restorer;
}

void disposition_install(disposition_handler handler) {
    sigset_t mask;
    begin(&mask);
    if (!atomic_load(&is_installed)) {
        our_handler = handler;
        for (int i = 0; i < N_FATAL; i++)
            put(i);
        atomic_store(&is_installed, true);
        tell_peek();
    }
    end(&mask);
}

void disposition_install_report(int signal, disposition_handler handler) {
    sigset_t mask;
    begin(&mask);
    our_handler = handler;
    signals[REPORT] = signal;
    put(REPORT);
    atomic_store(&is_report_installed, true);
    end(&mask);
}

bool disposition_is_installed(void) {
    return atomic_load_explicit(&is_installed, memory_order_relaxed);
}

void disposition_remove(void) {
    sigset_t mask;
    begin(&mask);
    if (atomic_exchange(&is_installed, false)) {
        peek_trust_handler(false);
        for (int i = 0; i < N_FATAL; i++)
            route_libc.sigaction(signals[i], &beliefs[i], NULL);
    }
    if (atomic_exchange(&is_report_installed, false))
        route_libc.sigaction(signals[REPORT], &beliefs[REPORT], NULL);
    end(&mask);
}

struct sigaction disposition_take(int signal) {
    struct sigaction taken = {.sa_handler = SIG_DFL};
    int i = index_of(signal);
    if (i < 0)
        return taken;
    bool is_own = thread_is_own_process();
    sigset_t mask;
    begin(&mask);
    taken = beliefs[i];
    if (is_handler(&taken) && taken.sa_flags & (int)SA_RESETHAND) {
        /* In a vfork child only the kernel's side is its own. */
        if (is_own) {
            beliefs[i].sa_handler = SIG_DFL;
            apply(i);
        } else {
            disposition_default(signal);
        }
    }
    end(&mask);
    return taken;
}

void disposition_default(int signal) {
    struct sigaction standard = {.sa_handler = SIG_DFL};
    route_libc.sigaction(signal, &standard, NULL);
}

void disposition_expect_abort(void) {
    const struct sigaction ours = {.sa_sigaction = our_handler,
                                   .sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER};
    int i = index_of(SIGABRT);
    sigset_t mask;
    begin(&mask);
    if (is_ours(i) && beliefs[i].sa_handler == SIG_IGN)
        route_libc.sigaction(SIGABRT, &ours, NULL);
    end(&mask);
}

static sigset_t mask_at_fork; /* of the forking thread, which holds is_busy */

void disposition_fork_prepare(void) {
    sigset_t mask;
    begin(&mask);
    mask_at_fork = mask;
}

void disposition_fork_end(void) {
    const sigset_t mask = mask_at_fork;
    end(&mask);
}

/* Only the kernel's side, which is its own in a child of vfork too. */
static void set_ignored(bool really) {
    struct sigaction ours;
    for (int i = 0; i < (int)LENGTH(signals); i++) {
        if (!mask_is_kept() || !atomic_load(&is_installed) || !is_of_faults(i) ||
            beliefs[i].sa_handler != SIG_IGN)
            continue;
        ours = (struct sigaction){.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER};
        ours.sa_sigaction = our_handler;
        route_libc.sigaction(signals[i], really ? &beliefs[i] : &ours, NULL);
    }
}

void disposition_give(void) {
    set_ignored(true);
}

void disposition_take_back(void) {
    set_ignored(false);
}

/* As sigaction() would give it back later. */
static struct sigaction as_kept(const struct sigaction *wanted) {
    struct sigaction kept = *wanted;
    kept.sa_flags = (kept.sa_flags | FLAG_RESTORER) & KERNEL_FLAGS;
    kept.sa_restorer = restorer;
    sigdelset(&kept.sa_mask, SIGKILL);
    sigdelset(&kept.sa_mask, SIGSTOP);
    return kept;
}

/* sigaction() of one of them. */
static int change(int i, const struct sigaction *wanted, struct sigaction *old) {
    struct sigaction was = {0};
    int result = 0;
    sigset_t mask;
    begin(&mask);
    if (is_ours(i)) {
        was = beliefs[i];
        if (wanted) {
            beliefs[i] = as_kept(wanted);
            apply(i);
        }
    } else {
        result = route_libc.sigaction(signals[i], wanted, &was);
    }
    end(&mask);
    if (old && result == 0)
        *old = was;
    return result;
}

/* The index of a signal whose belief we keep; -1 for one that is libc's business alone. */
static int kept_index(int signal) {
    route_init();
    int i = index_of(signal);
    return i >= 0 && thread_is_own_process() ? i : -1;
}

/* What was taken out of the masks of other signals' handlers. */
static _Atomic unsigned char stripped[NSIG];

static int change_other(int signal, const struct sigaction *action, struct sigaction *old) {
    struct sigaction given;
    unsigned taken = 0, before;
    if (!mask_is_kept() || signal <= 0 || signal >= NSIG || !thread_is_own_process())
        return route_next.sigaction(signal, action, old);
    before = atomic_load(&stripped[signal]);
    if (action) {
        given = *action;
        taken = mask_strip(&given.sa_mask);
    }
    int result = route_libc.sigaction(signal, action ? &given : NULL, old);
    if (result == 0 && action)
        atomic_store(&stripped[signal], (unsigned char)taken);
    if (result == 0 && old)
        mask_show(&old->sa_mask, before);
    return result;
}

EXPORT int sigaction(int signal, const struct sigaction *restrict action,
                     struct sigaction *restrict old) {
    int i = kept_index(signal);
    if (action)
        handler_note(action->sa_handler);
    if (i < 0)
        return change_other(signal, action, old);
    /* The program's memory is read and written outside begin() and end(). */
    struct sigaction wanted;
    if (action)
        wanted = *action;
    return change(i, action ? &wanted : NULL, old);
}

static sighandler_t change_handler(int i, sighandler_t handler, int flags, bool masks_itself) {
    if (handler == SIG_ERR) {
        errno = EINVAL;
        return SIG_ERR;
    }
    struct sigaction wanted = {.sa_handler = handler, .sa_flags = flags}, old;
    if (masks_itself)
        sigaddset(&wanted.sa_mask, signals[i]);
    return change(i, &wanted, &old) == 0 ? old.sa_handler : SIG_ERR;
}

/* libc's own versions of these call its sigaction directly, past ours. */
EXPORT sighandler_t signal(int signal, sighandler_t handler) {
    int i = kept_index(signal);
    handler_note(handler);
    if (i < 0)
        return route_next.signal(signal, handler);
    return change_handler(i, handler, is_interrupting[i] ? 0 : SA_RESTART, true);
}

EXPORT sighandler_t ssignal(int number, sighandler_t handler) {
    return signal(number, handler);
}

EXPORT sighandler_t bsd_signal(int number, sighandler_t handler);
sighandler_t bsd_signal(int number, sighandler_t handler) {
    return signal(number, handler);
}

EXPORT sighandler_t sysv_signal(int signal, sighandler_t handler) {
    int i = kept_index(signal);
    handler_note(handler);
    if (i < 0)
        return route_next.sysv_signal(signal, handler);
    return change_handler(i, handler, (int)SA_RESETHAND | SA_NODEFER | FLAG_INTERRUPT, false);
}

EXPORT sighandler_t __sysv_signal(int signal, sighandler_t handler) {
    return sysv_signal(signal, handler);
}

EXPORT sighandler_t sigset(int signal, sighandler_t handler) {
    int i = kept_index(signal);
    handler_note(handler);
    if (i < 0)
        return route_next.sigset(signal, handler);
    sigset_t one, before;
    sigemptyset(&one);
    sigaddset(&one, signal);
    struct sigaction old;
    sighandler_t was;
    if (handler == SIG_HOLD) {
        route_libc.pthread_sigmask(SIG_BLOCK, &one, &before);
        change(i, NULL, &old);
        was = old.sa_handler;
    } else {
        was = change_handler(i, handler, 0, false);
        if (was == SIG_ERR)
            return SIG_ERR;
        route_libc.pthread_sigmask(SIG_UNBLOCK, &one, &before);
    }
    return sigismember(&before, signal) ? SIG_HOLD : was;
}

EXPORT int sigignore(int signal) {
    int i = kept_index(signal);
    if (i < 0)
        return route_next.sigignore(signal);
    return change_handler(i, SIG_IGN, 0, false) == SIG_ERR ? -1 : 0;
}

EXPORT int siginterrupt(int signal, int interrupt) {
    int i = kept_index(signal);
    /* libc keeps the choice for its own signal(), and changes the flag of what stands in the
     * kernel. */
    int result = route_libc.siginterrupt(signal, interrupt);
    if (i < 0 || result != 0)
        return result;
    is_interrupting[i] = interrupt != 0;
    struct sigaction now;
    change(i, NULL, &now);
    now.sa_flags = interrupt ? now.sa_flags & ~SA_RESTART : now.sa_flags | SA_RESTART;
    return change(i, &now, NULL);
}
