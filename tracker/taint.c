/* taint: a list of those that are not over. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "tracker/taint.h"

#include "report/base/memory.h"
#include "tracker/host.h"
#include "tracker/number.h"

/* More that are open at once are never over. */
#define MOST_OPEN 64

struct taint {
    struct taint *next;
    uint64_t number;
    struct point point;
};

static struct taint *open_taints;
static unsigned n_open;
static uint64_t n_taints;
static uint64_t for_ever = UINT64_MAX; /* the oldest of these */
static uint64_t first_open = UINT64_MAX;
static uint64_t last_end; /* seq */

static void find_first(void) {
    first_open = for_ever;
    for (const struct taint *at = open_taints; at; at = at->next)
        if (at->number < first_open)
            first_open = at->number;
}

static uint64_t begin_for_ever(void) {
    n_taints++;
    if (n_taints < for_ever)
        for_ever = n_taints;
    find_first();
    return n_taints;
}

uint64_t taint_begin(struct point point) {
    struct taint *taint = n_open < MOST_OPEN ? memory_alloc(sizeof(*taint)) : NULL;
    if (!taint)
        return begin_for_ever();
    *taint = (struct taint){open_taints, ++n_taints, point};
    open_taints = taint;
    n_open++;
    find_first();
    return taint->number;
}

static void drop(bool (*is_over)(struct point point)) {
    for (struct taint **at = &open_taints, *taint; (taint = *at);) {
        if (is_over && !is_over(taint->point)) {
            at = &taint->next;
            continue;
        }
        *at = taint->next;
        n_open--;
        last_end = number_steps(1);
        memory_free(taint, sizeof(*taint));
    }
    find_first();
}

void taint_host_waited(void) {
    if (UNLIKELY(open_taints != NULL))
        drop(host_is_sure);
}

bool taint_excuses(const struct clock *clock, uint64_t seq) {
    uint64_t newest = clock_get(clock, CLOCK_TAINT);
    return UNLIKELY(newest > 0) && (newest >= first_open || seq < last_end);
}

void taint_fork_child(void) {
    for_ever = UINT64_MAX;
    drop(NULL);
    last_end = 0;
}
