/* origin: everything made at one place, counted, with a sample of what lives at each doubling:
 * tells a leak from a cache.
 *
 * Locks: LOCK_ORIGIN. Origins are never freed. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TRACKER_ORIGIN_H
#define TRACKER_ORIGIN_H

#include "tracker/object.h"

struct origin_counts {
    uint64_t made, live, live_bytes;
    uint64_t samples[65]; /* live at each doubling of made: at 1, 2, 4, ...; one is to spare */
    unsigned n_samples;
    uint64_t doubling, since; /* the process's steps in the last two of these, and after them */
};

void origin_init(void);

/** The origin of structures of this kind made at this stack. NULL when memory is spent. */
struct origin *origin_of(stack_id stack, enum object_kind kind);

/** One root was made there (its bytes may come later), one is gone. NULL is fine. */
void origin_made(struct origin *origin);
void origin_weighed(struct origin *origin, uint64_t bytes);
void origin_gone(struct origin *origin, uint64_t bytes);

stack_id origin_stack(const struct origin *origin);
struct origin_counts origin_counts(const struct origin *origin);

/** It grows: three or more live, each of the last two samples is more than the one before, and the
 * process has not done eight times as much since as in those two doublings: what grows with the
 * work takes part in it to the end. So a table of three columns that one call makes is a cache
 * still, and one of any number is when other work follows. */
bool origin_grew(const struct origin_counts *counts);

/** A forked child counts anew. */
void origin_fork_child(void);

#endif
