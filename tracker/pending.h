/* pending: what commands have yet to write into memory of the host that no array was over when they
 * were put on their stream: an array may come to be over it before they are done.
 *
 * Kept are the last writes of that kind that the host has not waited for. Inside the tracker only,
 * under LOCK_ORDER (timeline_lock). */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TRACKER_PENDING_H
#define TRACKER_PENDING_H

#include "tracker/segment.h"

/** The range is written so, at some time. */
void pending_add(uintptr_t low, uintptr_t high, const struct write *write);

/** segment_fill() without an allocation; what has yet to be written there is in the segments then.
 */
bool pending_fill(uintptr_t low, uintptr_t high);

void pending_fork_child(void);

#endif
