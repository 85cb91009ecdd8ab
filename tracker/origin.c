/* origin: the table of places where structures are made, by stack and kind. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "tracker/origin.h"

#include <stdatomic.h>

#include "report/base/lock.h"
#include "report/base/lone.h"
#include "report/base/table.h"

struct origin {
    UT_hash_handle hh;
    struct {
        uint32_t stack, kind;
    } key;
    _Atomic uint64_t made_and_live; /* one count behind the other: both change at once */
    _Atomic uint64_t live_bytes;
    uint64_t samples[64]; /* live at each doubling of made */
};

/* Of made_and_live: more than 16 million live at once have no room in memory. */
#define MADE_BITS  40
#define MADE(both) ((both) & ((1ull << MADE_BITS) - 1))
#define LIVE(both) ((both) >> MADE_BITS)
#define ONE_LIVE   (1ull << MADE_BITS)

static struct lock lock;
static struct origin *table;

void origin_init(void) {
    lock_init(&lock, LOCK_ORIGIN);
}

struct origin *origin_of(stack_id stack, enum object_kind kind) {
    struct origin wanted = {.key = {.stack = stack, .kind = (uint32_t)kind}};
    struct origin *origin;
    lock_acquire(&lock);
    HASH_FIND(hh, table, &wanted.key, sizeof(wanted.key), origin);
    if (!origin && (origin = memory_alloc(sizeof(*origin)))) {
        origin->key = wanted.key;
        HASH_ADD(hh, table, key, sizeof(origin->key), origin);
        if (!origin->hh.tbl) {
            memory_free(origin, sizeof(*origin));
            origin = NULL;
        }
    }
    lock_release(&lock);
    return origin;
}

void origin_made(struct origin *origin) {
    if (!origin)
        return;
    uint64_t both = lone_add(&origin->made_and_live, ONE_LIVE + 1) + ONE_LIVE + 1;
    uint64_t made = MADE(both);
    if (UNLIKELY((made & (made - 1)) == 0))
        origin->samples[__builtin_ctzll(made)] = LIVE(both);
}

void origin_weighed(struct origin *origin, uint64_t bytes) {
    if (!origin || !bytes)
        return;
    atomic_fetch_add_explicit(&origin->live_bytes, bytes, memory_order_relaxed);
}

void origin_gone(struct origin *origin, uint64_t bytes) {
    if (!origin)
        return;
    lone_add(&origin->made_and_live, -ONE_LIVE);
    if (bytes)
        atomic_fetch_sub_explicit(&origin->live_bytes, bytes, memory_order_relaxed);
}

stack_id origin_stack(const struct origin *origin) {
    return origin ? origin->key.stack : 0;
}

struct origin_counts origin_counts(const struct origin *origin) {
    struct origin_counts counts = {0};
    if (!origin)
        return counts;
    uint64_t both = atomic_load(&origin->made_and_live);
    counts.made = MADE(both);
    counts.live = LIVE(both);
    counts.live_bytes = atomic_load(&origin->live_bytes);
    counts.n_samples = counts.made ? 64 - (unsigned)__builtin_clzll(counts.made) : 0;
    memcpy(counts.samples, origin->samples, sizeof(origin->samples));
    return counts;
}

bool origin_grew(const struct origin_counts *counts) {
    unsigned n = counts->n_samples;
    return counts->live >= 3 && n >= 2 && counts->samples[n - 1] > counts->samples[n - 2];
}

void origin_fork_child(void) {
    struct origin *origin, *next;
    HASH_ITER(hh, table, origin, next) {
        atomic_store(&origin->made_and_live, 0);
        atomic_store(&origin->live_bytes, 0);
        memset(origin->samples, 0, sizeof(origin->samples));
    }
}
