/* route: which function stands behind a name for which caller, past our own hooks.
 *
 * Locks: none of ours while the loader is entered. Threads: any. errno and dlerror() stay as they
 * were found. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SHIM_ROUTE_H
#define SHIM_ROUTE_H

#include <dlfcn.h>
#include <link.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <threads.h>
#include <unistd.h>

#include "hooks/hook.h"

/** Functions of libc whose names we export: libc's own, read from its hash table. The order of the
 * first six is known to dlsym_x86_64.S. */
#define ROUTE_LIBC(FUNCTION)                                                                       \
    FUNCTION(void *, dlopen, (const char *, int))                                                  \
    FUNCTION(void *, dlmopen, (Lmid_t, const char *, int))                                         \
    FUNCTION(void *, dlsym, (void *, const char *))                                                \
    FUNCTION(void *, dlvsym, (void *, const char *, const char *))                                 \
    FUNCTION(int, dl_iterate_phdr, (int (*)(struct dl_phdr_info *, size_t, void *), void *))       \
    FUNCTION(long, syscall, (long, ...))                                                           \
    FUNCTION(int, dlclose, (void *))                                                               \
    FUNCTION(char *, dlerror, (void))                                                              \
    FUNCTION(void, _exit, (int))                                                                   \
    FUNCTION(void, abort, (void))                                                                  \
    FUNCTION(void, __assert_fail, (const char *, const char *, unsigned, const char *))            \
    FUNCTION(void, __assert_perror_fail, (int, const char *, unsigned, const char *))              \
    FUNCTION(int, prctl, (int, ...))                                                               \
    FUNCTION(int, execve, (const char *, char *const[], char *const[]))                            \
    FUNCTION(int, execvpe, (const char *, char *const[], char *const[]))                           \
    FUNCTION(int, fexecve, (int, char *const[], char *const[]))                                    \
    FUNCTION(int, execveat, (int, const char *, char *const[], char *const[], int))                \
    FUNCTION(int, posix_spawn,                                                                     \
             (pid_t *, const char *, const posix_spawn_file_actions_t *,                           \
              const posix_spawnattr_t *, char *const[], char *const[]))                            \
    FUNCTION(int, posix_spawnp,                                                                    \
             (pid_t *, const char *, const posix_spawn_file_actions_t *,                           \
              const posix_spawnattr_t *, char *const[], char *const[]))                            \
    FUNCTION(int, sigaction, (int, const struct sigaction *, struct sigaction *))                  \
    FUNCTION(sighandler_t, signal, (int, sighandler_t))                                            \
    FUNCTION(sighandler_t, sysv_signal, (int, sighandler_t))                                       \
    FUNCTION(sighandler_t, sigset, (int, sighandler_t))                                            \
    FUNCTION(int, sigignore, (int))                                                                \
    FUNCTION(int, siginterrupt, (int, int))                                                        \
    FUNCTION(int, sigaltstack, (const stack_t *, stack_t *))                                       \
    FUNCTION(int, sigprocmask, (int, const sigset_t *, sigset_t *))                                \
    FUNCTION(int, pthread_sigmask, (int, const sigset_t *, sigset_t *))                            \
    FUNCTION(int, pthread_create,                                                                  \
             (pthread_t *, const pthread_attr_t *, void *(*)(void *), void *))                     \
    FUNCTION(int, thrd_create, (thrd_t *, thrd_start_t, void *))

struct route_libc {
#define ROUTE_MEMBER(result, name, arguments) result(*name) arguments;
    ROUTE_LIBC(ROUTE_MEMBER)
#undef ROUTE_MEMBER
};

/** Filled by route_init(): libc's own, for ourselves; and what the program would have reached
 * without us, which may be a wrapper of a library that is preloaded behind us. */
extern struct route_libc route_libc, route_next;

/** Read libc's functions. Idempotent; every wrapper calls it first, as it may run before our
 * constructor. */
void route_init(void);

/** What a slot of a module holds and asks for. */
struct route_slot {
    const char *name;
    const char *version; /* NULL for none */
    uintptr_t old;       /* its present value */
    const char *path;    /* of the module, as the loader names it */
};

/**
 * The real function behind a slot: what it holds already, else what the loader would find.
 *
 * @return NULL when nothing defines it, or when that is not yet to be told (RTLD_DEEPBIND)
 */
void *route_behind_slot(const struct route_slot *slot);

/** A symbol in any loaded module (hidden copies aside), our own hooks passed by; NULL when none
 * defines it. */
void *route_resolve(const char *name);

/** dlopen past our own wrapper, RTLD_NOW | RTLD_LOCAL, for the unwinder; NULL also where that would
 * do harm. */
void *route_open(const char *name);

/** For dlsym_x86_64.S: what to answer in place of the real look-up, NULL to go on to the real one.
 */
void *route_lookup(void *handle, const char *name, const char *version, void *caller);

/** For dlsym_x86_64.S: dlopen or dlmopen goes by with these flags. */
void route_opening(int flags);

#endif
