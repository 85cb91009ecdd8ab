/* content: whether what stands in the buffers of an array goes together: counts, offsets, indices,
 * type ids, text.
 *
 * Buffers are foreign memory, read by peek; what can't be read is not judged. Locks: none. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TRACKER_CONTENT_H
#define TRACKER_CONTENT_H

#include "report/finding.h"
#include "tracker/extent.h"

/** One thing that is wrong, and where. */
struct content_fault {
    enum check_id check;
    int64_t row, rows; /* row -1: of the array as a whole */
    char column[96];   /* path of names from the root, "" for the root itself */
    char what[128];    /* "offset 7 follows offset 9" */
};

/** At most so many are told of a tree: the first of each check. */
#define CONTENT_MOST 5

/** Looks at all below an array of this type; the number of faults. Host memory only. */
unsigned content_judge(const struct type *type, const struct ArrowArray *array,
                       struct content_fault faults[CONTENT_MOST]);

#endif
