/* clock: vector clocks: for each timeline up to which epoch all is done, as far as its owner can
 * rely on.
 *
 * Component 0 is no timeline: it is set when something unseen may be covered (taint.h).
 * Locks: the caller's. Memory: the arena; false when it is spent, the clock is then as it was. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TRACKER_CLOCK_H
#define TRACKER_CLOCK_H

#include "report/base/base.h"

#define CLOCK_TAINT 0u

/** Zeroed is a clock that covers nothing. */
struct clock {
    uint64_t *at;  /* epochs by timeline */
    uint32_t n;    /* components in use */
    uint32_t room; /* ... and in memory */
};

/** A moment of a timeline; epoch 0 is none. */
struct point {
    uint32_t timeline;
    uint64_t epoch;
};

static inline uint64_t clock_get(const struct clock *clock, uint32_t timeline) {
    return timeline < clock->n ? clock->at[timeline] : 0;
}

static inline bool clock_covers(const struct clock *clock, struct point point) {
    return clock_get(clock, point.timeline) >= point.epoch;
}

/** Set one component to at least epoch. */
bool clock_raise(struct clock *clock, uint32_t timeline, uint64_t epoch);

/** Cover what the other covers too. */
bool clock_join(struct clock *clock, const struct clock *other);

/** Take over what the other covers, and nothing else. */
bool clock_copy(struct clock *clock, const struct clock *other);

void clock_free(struct clock *clock);

#endif
