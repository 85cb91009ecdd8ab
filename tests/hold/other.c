/* other: a preloaded library of somebody else's, which wraps what we wrap. At the end it says on
 * standard error what it saw.
 *
 * It is as such libraries are: the real function is what RTLD_NEXT gives, asked for at the first
 * call. */
/* SPDX-License-Identifier: Apache-2.0 */
#include <dlfcn.h>
#include <link.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static _Atomic long n_opened, n_closed, n_handlers, n_freed;

/* The real function, asked for once. */
#define NEXT(name)                                                                                 \
    ({                                                                                             \
        static __typeof__(&name) _Atomic next_;                                                    \
        if (!next_)                                                                                \
            next_ = (__typeof__(&name))dlsym(RTLD_NEXT, #name);                                    \
        next_;                                                                                     \
    })

void *dlopen(const char *file, int flags) {
    n_opened++;
    return NEXT(dlopen)(file, flags);
}

int dlclose(void *handle) {
    n_closed++;
    return NEXT(dlclose)(handle);
}

int dl_iterate_phdr(int (*visit)(struct dl_phdr_info *, size_t, void *), void *context) {
    return NEXT(dl_iterate_phdr)(visit, context);
}

int sigaction(int number, const struct sigaction *new, struct sigaction *old) {
    n_handlers += number == SIGUSR1;
    return NEXT(sigaction)(number, new, old);
}

void free(void *block) {
    n_freed++;
    NEXT(free)(block);
}

void _exit(int status) {
    NEXT(_exit)(status);
    __builtin_unreachable();
}

__attribute__((destructor)) static void tell(void) {
    if (n_opened && n_closed && n_handlers && n_freed)
        fputs("other: saw calls\n", stderr);
}
