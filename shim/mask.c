/* mask: what each thread believes, and the exported functions that show and change it. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "shim/mask.h"

#include <errno.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "report/base/peek.h"
#include "report/base/thread.h"
#include "shim/route.h"

enum { BIT_SEGV = 1, BIT_BUS = 2 };

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

void mask_init(bool isolates) {
    sigset_t now;
    is_kept = isolates;
    if (!isolates || route_libc.pthread_sigmask(SIG_BLOCK, NULL, &now) != 0)
        return;
    thread_self.believed = (uint8_t)mask_strip(&now);
    route_libc.pthread_sigmask(SIG_SETMASK, &now, NULL);
}

bool mask_is_kept(void) {
    return is_kept;
}

bool mask_believes_blocked(int signal) {
    return thread_self.believed & (signal == SIGSEGV ? BIT_SEGV : signal == SIGBUS ? BIT_BUS : 0);
}

static void set_believed(int how) {
    sigset_t these;
    if (!is_kept || !thread_self.believed)
        return;
    sigemptyset(&these);
    mask_show(&these, thread_self.believed);
    route_libc.pthread_sigmask(how, &these, NULL);
}

void mask_give(void) {
    set_believed(SIG_BLOCK);
}

void mask_take_back(void) {
    set_believed(SIG_UNBLOCK);
}

static int change(int how, const sigset_t *set, sigset_t *old) {
    sigset_t real, was;
    unsigned before = thread_self.believed, wanted = 0;
    if (set) {
        real = *set;
        wanted = mask_strip(&real);
        if (how == SIG_UNBLOCK)
            real = *set;
    }
    int result = route_libc.pthread_sigmask(how, set ? &real : NULL, &was);
    if (result != 0)
        return result;
    if (set)
        thread_self.believed = (uint8_t)(how == SIG_BLOCK     ? before | wanted
                                         : how == SIG_UNBLOCK ? before & ~wanted
                                                              : wanted);
    if (old) {
        *old = was;
        mask_show(old, before);
    }
    return 0;
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
