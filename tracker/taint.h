/* taint: orderings that cannot be seen, and when they are over.
 *
 * A stream that waits for what is outside may be after anything done before. Component 0 of its
 * clock is the number of the newest such wait that it is after. Once the host has waited for that
 * operation, and for all older ones, what is done from then on cannot have been before it.
 *
 * Inside the tracker only, under LOCK_ORDER (timeline_lock). */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TRACKER_TAINT_H
#define TRACKER_TAINT_H

#include "tracker/clock.h"

/** A new one: the number for component 0. It is over once the host covers the point, or,
 * where memory is short, never. */
uint64_t taint_begin(struct point point);

/** The host is after more than before. */
void taint_host_waited(void);

/** Something unseen may order what has this clock after an act with this seq (struct deed). */
bool taint_excuses(const struct clock *clock, uint64_t seq);

void taint_fork_child(void);

#endif
