/* pair: two small rings, of the last capsule of each thread and of pairs that wait to be filled. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "tracker/pair.h"

#include "report/base/thread.h"

#define THREADS 64
#define WAITING 64

struct end {
    uintptr_t address;
    enum object_kind kind;
};

static struct lock lock;
static struct {
    struct end end;
    uint32_t tid;
    uintptr_t maker;
} latest[THREADS];
static struct { struct end ends[2]; } waiting[WAITING];
static unsigned next_waiting;

_Atomic bool pair_has_any;

void pair_init(void) {
    lock_init(&lock, LOCK_PAIR);
}

static bool is_array(enum object_kind kind) {
    return kind == KIND_ARRAY || kind == KIND_DEVICE_ARRAY;
}

static bool could_pair(enum object_kind a, enum object_kind b) {
    return (is_array(a) && b == KIND_SCHEMA) || (is_array(b) && a == KIND_SCHEMA);
}

static bool is_end(const struct end *end, uintptr_t address, enum object_kind kind) {
    return end->address == address && end->kind == kind;
}

static void forget_locked(uintptr_t address, enum object_kind kind) {
    for (unsigned i = 0; i < WAITING; i++)
        if (is_end(&waiting[i].ends[0], address, kind) ||
            is_end(&waiting[i].ends[1], address, kind))
            waiting[i].ends[0].address = waiting[i].ends[1].address = 0;
}

void pair_made(uintptr_t address, enum object_kind kind, uintptr_t maker) {
    uint32_t tid = thread_id();
    struct end end = {address, kind};
    atomic_store_explicit(&pair_has_any, true, memory_order_relaxed);
    lock_acquire(&lock);
    forget_locked(address, kind);
    unsigned at = tid % THREADS;
    bool follows = latest[at].tid == tid && latest[at].maker == maker && maker &&
                   could_pair(latest[at].end.kind, kind);
    if (follows) {
        waiting[next_waiting].ends[0] = latest[at].end;
        waiting[next_waiting].ends[1] = end;
        next_waiting = (next_waiting + 1) % WAITING;
    }
    latest[at].end = end;
    latest[at].tid = follows ? 0 : tid; /* no capsule belongs to two pairs */
    latest[at].maker = maker;
    lock_release(&lock);
}

bool pair_find(uintptr_t address, enum object_kind kind, struct pair_partner *partner) {
    bool found = false;
    lock_acquire(&lock);
    for (unsigned i = 0; i < WAITING && !found; i++)
        for (unsigned side = 0; side < 2 && !found; side++)
            if (is_end(&waiting[i].ends[side], address, kind)) {
                *partner = (struct pair_partner){waiting[i].ends[!side].address,
                                                 waiting[i].ends[!side].kind};
                found = true;
            }
    lock_release(&lock);
    return found;
}

void pair_forget(uintptr_t address, enum object_kind kind) {
    lock_acquire(&lock);
    forget_locked(address, kind);
    lock_release(&lock);
}
