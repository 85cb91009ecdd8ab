/* lock: the three-state futex mutex, the list of all locks for fork, and which ranks this thread
 * holds. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "report/base/lock.h"

#include <errno.h>
#include <linux/futex.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "report/base/lone.h"
#include "report/base/thread.h"

enum { FREE, HELD, WAITED_FOR };

/* Helgrind knows locks of the C library alone: `make check-helgrind` has it told of ours. */
#ifdef HELGRIND
#include <valgrind/helgrind.h>
#define TELL_TAKEN(lock) ANNOTATE_RWLOCK_ACQUIRED(lock, 1)
#define TELL_GIVEN(lock) ANNOTATE_RWLOCK_RELEASED(lock, 1)
#else
#define TELL_TAKEN(lock) (void)(lock)
#define TELL_GIVEN(lock) (void)(lock)
#endif

static struct lock *all_locks; /* in rising rank */

/* Bit per rank of what a thread holds. Shards of one rank share a bit: no thread ever holds two of
 * them, but in fork. */
static uint32_t bit_of(const struct lock *lock) {
    return 1u << lock->rank;
}

/** The order is a rule of the code, so breaking it stops the process, but only where tests build it
 * so. */
static void check_order(const struct lock *lock) {
#ifdef LOCK_CHECK
    if (thread_self.ranks_held >> lock->rank)
        __builtin_trap();
#else
    (void)lock;
#endif
}

static bool grab(struct lock *lock) {
    return lone_take32(&lock->word, FREE, HELD);
}

static void sleep_on(struct lock *lock, const struct timespec *limit) {
    syscall(SYS_futex, &lock->word, FUTEX_WAIT_PRIVATE, WAITED_FOR, limit, NULL, 0);
}

static void take(struct lock *lock) {
    if (!grab(lock)) {
        int saved = errno;
        while (atomic_exchange_explicit(&lock->word, WAITED_FOR, memory_order_acquire) != FREE)
            sleep_on(lock, NULL);
        errno = saved;
    }
    TELL_TAKEN(lock);
    thread_self.ranks_held |= bit_of(lock);
}

static void give(struct lock *lock) {
    thread_self.ranks_held &= ~bit_of(lock);
    TELL_GIVEN(lock);
    if (LONE_IS() && lone_take32(&lock->word, HELD, FREE))
        return;
    if (atomic_exchange_explicit(&lock->word, FREE, memory_order_release) == WAITED_FOR) {
        int saved = errno;
        syscall(SYS_futex, &lock->word, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0);
        errno = saved;
    }
}

void lock_init(struct lock *lock, enum lock_rank rank) {
    struct lock **at = &all_locks;
    while (*at && *at != lock && (*at)->rank <= (uint32_t)rank)
        at = &(*at)->next;
    if (*at == lock)
        return;
    atomic_store_explicit(&lock->word, FREE, memory_order_relaxed);
    lock->rank = rank;
    lock->next = *at;
    *at = lock;
}

void lock_acquire(struct lock *lock) {
    check_order(lock);
    take(lock);
}

void lock_release(struct lock *lock) {
#ifdef LOCK_CHECK
    if (!lock_is_mine(lock))
        __builtin_trap();
#endif
    give(lock);
}

bool lock_is_mine(const struct lock *lock) {
    return thread_self.ranks_held & bit_of(lock);
}

bool lock_try(struct lock *lock, unsigned milliseconds) {
    if (lock_is_mine(lock))
        return false;
    const struct timespec tick = {.tv_nsec = 1000 * 1000};
    for (unsigned waited = 0; !grab(lock); waited++) {
        if (waited == milliseconds)
            return false;
        nanosleep(&tick, NULL);
    }
    TELL_TAKEN(lock);
    thread_self.ranks_held |= bit_of(lock);
    return true;
}

void lock_fork_prepare(void) {
    for (struct lock *lock = all_locks; lock; lock = lock->next)
        take(lock);
}

void lock_fork_parent(void) {
    for (struct lock *lock = all_locks; lock; lock = lock->next)
        give(lock);
}

/* Waiters exist in the parent only, so there is nobody to wake. */
void lock_fork_child(void) {
    for (struct lock *lock = all_locks; lock; lock = lock->next)
        atomic_store_explicit(&lock->word, FREE, memory_order_relaxed);
    thread_self.ranks_held = 0;
}
