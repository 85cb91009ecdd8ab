/* origin: the table of places where structures are made, by stack and kind. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "tracker/origin.h"

#include <stdatomic.h>

#include "report/base/lock.h"
#include "report/base/lone.h"
#include "report/base/table.h"
#include "report/base/thread.h"
#include "tracker/number.h"

/* Threads count beside each other, by their ids: on lines of the cache that are theirs. */
#define LANES 8
struct lane {
    _Atomic uint64_t made_and_live; /* one count behind the other: both change at once */
    char rest[56];
};

struct origin {
    UT_hash_handle hh;
    struct {
        uint32_t stack, kind;
    } key;
    _Atomic uint64_t live_bytes;
    _Atomic unsigned n_samples;
    uint64_t samples[64]; /* live at each doubling of made */
    uint64_t steps[64];   /* and the process's step then */
    struct lane lanes[LANES];
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

static struct lane *own_lane(struct origin *origin) {
    return &origin->lanes[thread_id() % LANES];
}

/* What one lane has less of another has more of. */
static uint64_t sum(const struct origin *origin) {
    uint64_t both = 0;
    for (unsigned i = 0; i < LANES; i++)
        both += atomic_load_explicit(&origin->lanes[i].made_and_live, memory_order_relaxed);
    return both;
}

/* Doublings of all that one lane's growth has brought. */
static void sample(struct origin *origin) {
    uint64_t both = sum(origin), made = MADE(both);
    unsigned n = atomic_load(&origin->n_samples),
             reached = made ? 64 - (unsigned)__builtin_clzll(made) : 0;
    uint64_t step = n < reached ? number_last_step() : 0;
    while (n < reached && n < LENGTH(origin->samples)) {
        origin->samples[n] = LIVE(both);
        origin->steps[n] = step;
        atomic_compare_exchange_strong(&origin->n_samples, &n, n + 1);
        n = atomic_load(&origin->n_samples);
    }
}

/* One in four of a lane's doublings is the doubling of all, or little later. */
static bool is_quarter(uint64_t made) {
    if (LIKELY(made >= 64 && made % 16 != 0))
        return false;
    unsigned log = 63 - (unsigned)__builtin_clzll(made);
    return log < 3 || (made & ((1ull << (log - 2)) - 1)) == 0;
}

void origin_made(struct origin *origin) {
    if (!origin)
        return;
    uint64_t both = lone_add(&own_lane(origin)->made_and_live, ONE_LIVE + 1) + ONE_LIVE + 1;
    if (UNLIKELY(is_quarter(MADE(both))))
        sample(origin);
}

void origin_weighed(struct origin *origin, uint64_t bytes) {
    if (!origin || !bytes)
        return;
    atomic_fetch_add_explicit(&origin->live_bytes, bytes, memory_order_relaxed);
}

void origin_gone(struct origin *origin, uint64_t bytes) {
    if (!origin)
        return;
    lone_add(&own_lane(origin)->made_and_live, -ONE_LIVE);
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
    uint64_t both = sum(origin);
    counts.made = MADE(both);
    counts.live = LIVE(both);
    counts.live_bytes = atomic_load(&origin->live_bytes);
    counts.n_samples = atomic_load(&origin->n_samples);
    memcpy(counts.samples, origin->samples, sizeof(origin->samples));
    unsigned n = counts.n_samples;
    if (n >= 3) {
        counts.doubling = origin->steps[n - 1] - origin->steps[n - 3];
        counts.since = number_last_step() - origin->steps[n - 1];
    }
    return counts;
}

/* At an even pace it is little more than one. */
#define STOPPED 8

bool origin_grew(const struct origin_counts *counts) {
    unsigned n = counts->n_samples;
    const uint64_t *last = counts->samples + n;
    return counts->live >= 3 && n >= 3 && last[-1] > last[-2] && last[-2] > last[-3] &&
           counts->since <= STOPPED * counts->doubling;
}

void origin_fork_child(void) {
    struct origin *origin, *next;
    HASH_ITER(hh, table, origin, next) {
        for (unsigned i = 0; i < LANES; i++)
            atomic_store(&origin->lanes[i].made_and_live, 0);
        atomic_store(&origin->n_samples, 0);
        atomic_store(&origin->live_bytes, 0);
        memset(origin->samples, 0, sizeof(origin->samples));
        memset(origin->steps, 0, sizeof(origin->steps));
    }
}
