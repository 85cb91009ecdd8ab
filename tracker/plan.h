/* plan: which bytes of a tree are to be copied, array by array.
 *
 * The tree is foreign memory, read by peek. Locks: none. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TRACKER_PLAN_H
#define TRACKER_PLAN_H

#include "tracker/isolate.h"

struct plan {
    struct isolated *first; /* by next, parents before children */
    unsigned n_copies;      /* of all */
    enum copies_reason reason;
};

/**
 * A typed root with all below it.
 *
 * @by_rows  copies begin at the first row that the root reaches
 * @plan     out: with a reason there is nothing in it
 */
void plan_tree(struct plan *plan, struct object *root, bool by_rows);

/** One array's part. */
void plan_free(struct isolated *isolated);

#endif
