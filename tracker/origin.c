/* origin: the table of places where structures are made, by stack and kind. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "tracker/origin.h"

#include "report/base/lock.h"
#include "report/base/table.h"

struct origin {
    UT_hash_handle hh;
    struct {
        uint32_t stack, kind;
    } key;
    struct origin_counts counts;
};

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
    lock_acquire(&lock);
    struct origin_counts *counts = &origin->counts;
    counts->made++;
    counts->live++;
    if ((counts->made & (counts->made - 1)) == 0)
        counts->samples[counts->n_samples++] = counts->live;
    lock_release(&lock);
}

void origin_weighed(struct origin *origin, uint64_t bytes) {
    if (!origin || !bytes)
        return;
    lock_acquire(&lock);
    origin->counts.live_bytes += bytes;
    lock_release(&lock);
}

void origin_gone(struct origin *origin, uint64_t bytes) {
    if (!origin)
        return;
    lock_acquire(&lock);
    origin->counts.live--;
    origin->counts.live_bytes -= bytes;
    lock_release(&lock);
}

stack_id origin_stack(const struct origin *origin) {
    return origin ? origin->key.stack : 0;
}

struct origin_counts origin_counts(const struct origin *origin) {
    struct origin_counts counts = {0};
    if (!origin)
        return counts;
    lock_acquire(&lock);
    counts = origin->counts;
    lock_release(&lock);
    return counts;
}

bool origin_grew(const struct origin_counts *counts) {
    unsigned n = counts->n_samples;
    return counts->live >= 3 && n >= 2 && counts->samples[n - 1] > counts->samples[n - 2];
}

void origin_fork_child(void) {
    struct origin *origin, *next;
    HASH_ITER(hh, table, origin, next)
    origin->counts = (struct origin_counts){0};
}
