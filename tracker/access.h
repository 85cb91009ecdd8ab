/* access: what operations read and write, set against what is known of the bytes.
 *
 * Inside the tracker only, under LOCK_ORDER (timeline_lock). */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TRACKER_ACCESS_H
#define TRACKER_ACCESS_H

#include "report/base/options.h"
#include "tracker/segment.h"
#include "tracker/timeline.h"

/** What is noted of kernels. */
void access_init(const struct tracker_options *options);

/** Who accesses: one operation at its place in the order. */
struct access_by {
    struct point point;
    const struct clock *clock; /* what is done before it */
    const struct timeline *timeline;
    const struct site *site;
    struct deed deed; /* its seq is 0 until the first access that counts */
    struct act **acts;
};

void access_apply(struct access_by *by, const struct order_access *access);

/** Those of one operation. Of a kernel's pointers one to where an array begins is weak evidence
 * when another leads below it: it may be the end of what lies there, as in [first, last). */
void access_apply_all(struct access_by *by, const struct order_access *accesses, unsigned n);

/** The whole of a new stream-ordered allocation counts as written by the allocation. */
void access_allocate(struct access_by *by, uintptr_t low, uintptr_t high);

/** Reads left in flight by a release that the clock does not cover: say it once, then forget them.
 * @is_sure  the bytes surely change */
void access_reuse(struct access_by *by, struct segment *segment, enum check_id check, bool is_sure);

#endif
