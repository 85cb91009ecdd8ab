/* nested: pointers that stand in the memory of a device, as copies from the host have put them
 * there: a kernel that is given such a table may follow them (scan_h2d).
 *
 * Kept are pointers into buffers that an array holds; a table ends when its bytes are written
 * again or freed. Threads and locks: as order.h. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TRACKER_NESTED_H
#define TRACKER_NESTED_H

#include "report/base/options.h"
#include "tracker/order.h"

void nested_init(const struct tracker_options *options);

/** The size of the largest copy that is searched; 0: none is. */
uint64_t nested_most(void);

/** A copy has brought these bytes of the host's to a device; behind the op's accesses. */
void nested_copied(uintptr_t to, uintptr_t from, uint64_t size);

/** What a kernel may reach from a pointer: as many accesses as there is room for. Returns how many.
 */
unsigned nested_reached(uintptr_t at, struct order_access *accesses, unsigned room);

/* What follows is inside the tracker, under LOCK_ORDER (timeline_lock). */

/** The bytes are written, or end. */
void nested_forget(uintptr_t low, uintptr_t high);
void nested_fork_child(void);

#endif
