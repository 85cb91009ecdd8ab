/* host: the table of threads' clocks, and that of locks. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "tracker/host.h"

#include <pthread.h>

#include "report/base/table.h"
#include "report/base/thread.h"
#include "tracker/timeline.h"

/* Of more locks it is not told apart which of them a thread has left. */
#define MOST_LOCKS 65536u

struct host_thread {
    UT_hash_handle hh;
    uint64_t tid, self; /* self: its pthread_t */
    struct clock clock;
};

struct host_lock {
    UT_hash_handle hh;
    uintptr_t address;
    struct clock clock; /* of those who have left it */
};

static bool is_per_thread;
static struct clock base; /* of the host as one, or what a new thread is after */
static struct host_thread *threads;
static struct host_lock *locks;
static struct clock other_locks;

void host_init(const struct tracker_options *options) {
    is_per_thread = options->host_clock && strcmp(options->host_clock, "thread") == 0;
}

bool host_is_per_thread(void) {
    return is_per_thread;
}

static struct host_thread *start(uint64_t tid) {
    struct host_thread *thread = memory_alloc(sizeof(*thread));
    if (thread) {
        thread->tid = tid;
        thread->self = (uint64_t)pthread_self();
        timeline_copy(&thread->clock, &base);
        HASH_ADD(hh, threads, tid, sizeof(thread->tid), thread);
        if (thread->hh.tbl)
            return thread;
        clock_free(&thread->clock);
        memory_free(thread, sizeof(*thread));
    }
    timeline_lost_order();
    return NULL;
}

struct clock *host_clock(void) {
    if (LIKELY(!is_per_thread))
        return &base;
    uint64_t tid = thread_id();
    struct host_thread *thread;
    HASH_FIND(hh, threads, &tid, sizeof(tid), thread);
    if (!thread)
        thread = start(tid);
    return thread ? &thread->clock : &base;
}

bool host_is_sure(struct point point) {
    bool is_sure = is_per_thread || clock_covers(&base, point);
    for (const struct host_thread *at = threads; at && is_sure; at = at->hh.next)
        is_sure = clock_covers(&at->clock, point);
    return is_sure;
}

static struct host_lock *find(uintptr_t address) {
    struct host_lock *lock;
    HASH_FIND(hh, locks, &address, sizeof(address), lock);
    return lock;
}

static struct clock *clock_of(uintptr_t address) {
    struct host_lock *lock = find(address);
    if (lock || HASH_COUNT(locks) >= MOST_LOCKS)
        return lock ? &lock->clock : &other_locks;
    lock = memory_alloc(sizeof(*lock));
    if (!lock)
        return &other_locks;
    lock->address = address;
    HASH_ADD(hh, locks, address, sizeof(address), lock);
    if (lock->hh.tbl)
        return &lock->clock;
    memory_free(lock, sizeof(*lock));
    return &other_locks;
}

static bool begin(void) {
    if (!is_per_thread || !order_is_active())
        return false;
    timeline_lock();
    return true;
}

void host_left(uintptr_t lock) {
    if (!begin())
        return;
    timeline_join(clock_of(lock), host_clock());
    timeline_unlock();
}

void host_entered(uintptr_t lock) {
    if (!begin())
        return;
    const struct host_lock *known = find(lock);
    timeline_join(host_clock(), known ? &known->clock : &other_locks);
    timeline_unlock();
}

void host_starts_thread(void) {
    if (!begin())
        return;
    timeline_join(&base, host_clock());
    timeline_unlock();
}

/* A number that is used again names the newest of them, which may be running: all are taken. */
void host_joined(uint64_t thread) {
    if (!begin())
        return;
    struct clock *own = host_clock();
    for (const struct host_thread *at = threads; at; at = at->hh.next)
        if (at->self == thread)
            timeline_join(own, &at->clock);
    timeline_unlock();
}

/* One thread is left, and none of the parent's work is to be waited for. */
void host_fork_child(void) {
    struct host_thread *thread, *next_thread;
    struct host_lock *lock, *next_lock;
    HASH_ITER(hh, threads, thread, next_thread) {
        HASH_DELETE(hh, threads, thread);
        clock_free(&thread->clock);
        memory_free(thread, sizeof(*thread));
    }
    HASH_ITER(hh, locks, lock, next_lock) {
        HASH_DELETE(hh, locks, lock);
        clock_free(&lock->clock);
        memory_free(lock, sizeof(*lock));
    }
    if (base.n)
        base.at[CLOCK_TAINT] = 0;
}
