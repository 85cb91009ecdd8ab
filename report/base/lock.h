/* lock: small futex locks with a rank each, so that their order can be checked; all of them known
 * to fork.
 *
 * Rule: a thread takes locks in rising rank only, one at a time is the norm, and no foreign code
 * (application, driver, loader) runs under any of them. LOCK_CHECK builds trap a wrong order. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef REPORT_BASE_LOCK_H
#define REPORT_BASE_LOCK_H

#include <stdatomic.h>

#include "report/base/base.h"

/** Order of taking: a thread that holds a rank may only take a later one. */
enum lock_rank {
    LOCK_ADOPT = 1, /* a new struct while it gets its thunks: two threads may bring it at once */
    LOCK_DESK,      /* who has which desk */
    LOCK_DRAFT,     /* trees in outline while they are drawn into objects */
    LOCK_LIVE,      /* the list of live roots, held still while somebody walks it */
    LOCK_OBJECT,    /* a shard of objects: state and timeline */
    LOCK_ADDRESS,   /* a shard of the table from address to object */
    LOCK_ORDER,     /* streams, events, memory of devices */
    LOCK_PAIR,      /* capsules: made lately, waiting for their pair; alive; ended streams */
    LOCK_TYPE,      /* types met so far */
    LOCK_ORIGIN,    /* counts per origin stack */
    LOCK_GIVEN,     /* sizes of buffers that the program gave */
    LOCK_ISOLATE,   /* copies of buffers: who holds what, what was said */
    LOCK_PAGES,     /* the address space that they take */
    LOCK_HANDLE,    /* statements, connections, layers that structures came from */
    LOCK_RUNTIME,   /* what an adapter keeps of its runtime's kernels and graphs */
    LOCK_THUNK,     /* free and quarantined slots */
    LOCK_FINDING,   /* findings already said */
    LOCK_UNWIND,    /* around the unwinder's slow path */
    LOCK_STACK,     /* interned stacks and Python code names */
    LOCK_MODULE,    /* the table of modules */
    LOCK_RECORD,    /* the record's buffer and descriptor */
    LOCK_MEMORY,    /* the arena */
    LOCK_N_RANKS
};

struct lock {
    _Atomic uint32_t word; /* 0 free, 1 held, 2 held and waited for */
    uint32_t rank;         /* enum lock_rank */
    struct lock *next;     /* in the list of all locks, for fork */
};

/** Make a lock known; a second call does nothing. Storage must be zeroed and live for ever. Not
 * thread-safe against fork: call it during set-up. */
void lock_init(struct lock *lock, enum lock_rank rank);

/** A lock of this file that is usable at once and known before the first constructor of ours. */
#define LOCK_DEFINE(name, its_rank)                                                                \
    static struct lock name = {.rank = (its_rank)};                                                \
    __attribute__((constructor(101))) static void name##_register(void) {                          \
        lock_init(&name, its_rank);                                                                \
    }

void lock_acquire(struct lock *lock);
void lock_release(struct lock *lock);

/** This thread holds a lock of the same rank: what a signal handler asks before it takes one. */
bool lock_is_mine(const struct lock *lock);

/** For crash handlers: false when it could not be had within milliseconds. */
bool lock_try(struct lock *lock, unsigned milliseconds);

/** Take every known lock in order of rank (fork's prepare), and give them back on either side. */
void lock_fork_prepare(void);
void lock_fork_parent(void);
void lock_fork_child(void);

#endif
