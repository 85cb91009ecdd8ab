/* mask: what each thread believes, and the exported functions that show and change it. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "shim/mask.h"

#include <errno.h>
#include <pthread.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "report/base/memory.h"
#include "report/base/peek.h"
#include "report/base/thread.h"
#include "shim/route.h"
#include "shim/signal.h"

enum { BIT_SEGV = 1, BIT_BUS = 2, BITS = BIT_SEGV | BIT_BUS };

static bool is_kept;

unsigned mask_strip(sigset_t *mask) {
    unsigned stripped = (sigismember(mask, SIGSEGV) == 1 ? BIT_SEGV : 0) |
                        (sigismember(mask, SIGBUS) == 1 ? BIT_BUS : 0);
    if (is_kept) {
        sigdelset(mask, SIGSEGV);
        sigdelset(mask, SIGBUS);
    }
    return stripped;
}

void mask_show(sigset_t *mask, unsigned stripped) {
    if (stripped & BIT_SEGV)
        sigaddset(mask, SIGSEGV);
    if (stripped & BIT_BUS)
        sigaddset(mask, SIGBUS);
}

/* Signals that are blocked together with the two, if any are: a bit each above those. */
static unsigned witnesses_of(const sigset_t *mask) {
    static const int witnesses[] = {SIGINT, SIGUSR1, SIGUSR2, SIGALRM, SIGTERM, SIGCHLD};
    unsigned bits = 0;
    for (unsigned i = 0; i < LENGTH(witnesses); i++)
        bits |= sigismember(mask, witnesses[i]) == 1 ? BIT_BUS << (i + 1) : 0;
    return bits;
}

/* What a thread believes, and with which of the others really blocked it came to do so. */
static void believe(unsigned bits, unsigned witnesses) {
    thread_self.believed = (uint8_t)(bits | witnesses);
}

/* siglongjmp(), setcontext() and the return of a handler restore an earlier mask past us; then what
 * was blocked together with the two is not any more. */
static unsigned believed_under(const sigset_t *mask) {
    unsigned witnesses = thread_self.believed & ~BITS;
    return witnesses & ~witnesses_of(mask) ? 0 : thread_self.believed & BITS;
}

static unsigned believed_now(void) {
    sigset_t now;
    if (!(thread_self.believed & BITS) || route_libc.pthread_sigmask(SIG_BLOCK, NULL, &now) != 0)
        return thread_self.believed & BITS;
    return believed_under(&now);
}

void mask_init(bool isolates) {
    sigset_t now;
    is_kept = isolates;
    if (!isolates || route_libc.pthread_sigmask(SIG_BLOCK, NULL, &now) != 0)
        return;
    believe(mask_strip(&now), witnesses_of(&now));
    if (thread_self.believed & BITS)
        signal_cover();
    route_libc.pthread_sigmask(SIG_SETMASK, &now, NULL);
}

bool mask_is_kept(void) {
    return is_kept;
}

bool mask_believes_blocked(int signal, const sigset_t *interrupted) {
    unsigned bit = signal == SIGSEGV ? BIT_SEGV : signal == SIGBUS ? BIT_BUS : 0;
    return believed_under(interrupted) & bit;
}

static void set_believed(int how) {
    sigset_t these;
    unsigned believed = is_kept ? believed_now() : 0;
    if (!believed)
        return;
    sigemptyset(&these);
    mask_show(&these, believed);
    route_libc.pthread_sigmask(how, &these, NULL);
}

void mask_give(void) {
    set_believed(SIG_BLOCK);
}

void mask_take_back(void) {
    set_believed(SIG_UNBLOCK);
}

void mask_hold(int signal, sigset_t *interrupted) {
    sigset_t one;
    sigemptyset(&one);
    sigaddset(&one, signal);
    sigaddset(interrupted, signal);
    route_libc.pthread_sigmask(SIG_BLOCK, &one, NULL);
    peek_forget_mask();
}

/* Before it happens: what waits is delivered inside the call. */
static void believe_change(int how, unsigned before, unsigned was, unsigned these,
                           unsigned others) {
    if (how == SIG_BLOCK)
        believe(before | these, was | others);
    else if (how == SIG_UNBLOCK)
        believe(before & ~these, was & ~others);
    else
        believe(these, others);
}

/* A library that serves us, while we have a mask of our own: what the program believes stays. */
static int change_amid(int how, const sigset_t *set, sigset_t *old) {
    sigset_t real;
    if (set) {
        real = *set;
        if (how != SIG_UNBLOCK)
            mask_strip(&real);
    }
    return route_libc.pthread_sigmask(how, set ? &real : NULL, old);
}

static int change(int how, const sigset_t *set, sigset_t *old) {
    sigset_t real, was;
    if (thread_self.guard)
        return change_amid(how, set, old);
    int result = route_libc.pthread_sigmask(SIG_BLOCK, NULL, &was);
    unsigned before = result == 0 ? believed_under(&was) : 0;
    if (set && result == 0) {
        real = *set;
        unsigned these = mask_strip(&real);
        if (how == SIG_UNBLOCK)
            real = *set;
        /* Nothing but our handler keeps what is sent from being delivered. */
        else if (these)
            signal_cover();
        believe_change(how, before, witnesses_of(&was), these, witnesses_of(&real));
        result = route_libc.pthread_sigmask(how, &real, NULL);
        if (result != 0)
            believe(before, witnesses_of(&was));
    }
    if (result == 0 && old) {
        *old = was;
        mask_show(old, before);
    }
    return result;
}

/* What a new thread is told of its maker. */
struct legacy {
    void *(*start)(void *argument);
    thrd_start_t start_thrd; /* in its place */
    void *argument;
    unsigned believed;
    bool is_given; /* by its attributes */
};

static struct legacy take_up(void *given) {
    struct legacy legacy = *(struct legacy *)given;
    memory_free(given, sizeof(legacy));
    sigset_t now;
    if (route_libc.pthread_sigmask(SIG_BLOCK, NULL, &now) == 0)
        believe(legacy.believed, witnesses_of(&now));
    if (legacy.is_given)
        mask_take_back();
    return legacy;
}

static void *begin_thread(void *given) {
    struct legacy legacy = take_up(given);
    return legacy.start(legacy.argument);
}

static int begin_thrd(void *given) {
    struct legacy legacy = take_up(given);
    return legacy.start_thrd(legacy.argument);
}

/* glibc 2.32 */
extern int pthread_attr_getsigmask_np(const pthread_attr_t *attributes, sigset_t *mask)
    __attribute__((weak));

/* What it will believe: what its attributes say, else what its maker does. NULL: it need not be
 * told. */
static struct legacy *bequeath(struct legacy *legacy, const pthread_attr_t *attributes) {
    sigset_t given;
    if (!is_kept || !thread_is_own_process())
        return NULL;
    legacy->is_given = attributes && pthread_attr_getsigmask_np &&
                       pthread_attr_getsigmask_np(attributes, &given) == 0;
    legacy->believed = legacy->is_given ? mask_strip(&given) : believed_now();
    if (legacy->is_given && legacy->believed)
        signal_cover();
    struct legacy *kept = legacy->believed ? memory_alloc(sizeof(*kept)) : NULL;
    if (kept)
        *kept = *legacy;
    return kept;
}

EXPORT int pthread_create(pthread_t *restrict thread, const pthread_attr_t *restrict attributes,
                          void *(*start)(void *), void *restrict argument) {
    route_init();
    /* Before glibc 2.34 libpthread may have come later than we did. */
    __typeof__(&pthread_create) real = route_next.pthread_create;
    if (!real)
        real = (__typeof__(real))route_resolve("pthread_create");
    struct legacy wanted = {.start = start, .argument = argument};
    struct legacy *legacy = bequeath(&wanted, attributes);
    if (!legacy)
        return real(thread, attributes, start, argument);
    int result = real(thread, attributes, begin_thread, legacy);
    if (result != 0)
        memory_free(legacy, sizeof(*legacy));
    return result;
}

/* libc's own calls its pthread_create directly. */
EXPORT int thrd_create(thrd_t *thread, thrd_start_t start, void *argument) {
    route_init();
    __typeof__(&thrd_create) real = route_next.thrd_create;
    if (!real)
        real = (__typeof__(real))route_resolve("thrd_create");
    if (!real)
        return thrd_error;
    struct legacy wanted = {.start_thrd = start, .argument = argument};
    struct legacy *legacy = bequeath(&wanted, NULL);
    if (!legacy)
        return real(thread, start, argument);
    int result = real(thread, begin_thrd, legacy);
    if (result != thrd_success)
        memory_free(legacy, sizeof(*legacy));
    return result;
}

EXPORT int pthread_sigmask(int how, const sigset_t *restrict set, sigset_t *restrict old) {
    route_init();
    peek_forget_mask();
    if (!is_kept || !thread_is_own_process())
        return route_next.pthread_sigmask(how, set, old);
    return change(how, set, old);
}

EXPORT int sigprocmask(int how, const sigset_t *restrict set, sigset_t *restrict old) {
    route_init();
    peek_forget_mask();
    if (!is_kept || !thread_is_own_process())
        return route_next.sigprocmask(how, set, old);
    int result = change(how, set, old);
    if (result == 0)
        return 0;
    errno = result;
    return -1;
}

/* libc's own versions of these call its sigprocmask directly, past ours. */
static int change_one(int how, int signal) {
    sigset_t one;
    sigemptyset(&one);
    return sigaddset(&one, signal) == 0 ? sigprocmask(how, &one, NULL) : -1;
}

EXPORT int sighold(int signal) {
    return change_one(SIG_BLOCK, signal);
}

EXPORT int sigrelse(int signal) {
    return change_one(SIG_UNBLOCK, signal);
}

/* The masks of 4.2BSD: a bit for each of the first 32 signals. */
static int change_bits(int how, int bits) {
    sigset_t set, old;
    unsigned before = 0;
    sigemptyset(&set);
    for (int i = 0; i < 32; i++)
        if ((unsigned)bits >> i & 1)
            sigaddset(&set, i + 1);
    if (sigprocmask(how, &set, &old) != 0)
        return -1;
    for (int i = 0; i < 32; i++)
        before |= (unsigned)(sigismember(&old, i + 1) == 1) << i;
    return (int)before;
}

EXPORT int sigblock(int bits) {
    return change_bits(SIG_BLOCK, bits);
}

EXPORT int sigsetmask(int bits) {
    return change_bits(SIG_SETMASK, bits);
}
