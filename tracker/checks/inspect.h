/* inspect: has the form of a whole tree judged, struct by struct.
 *
 * Each check says what it finds once for a tree, of the first struct that breaks it. Foreign memory
 * is read by peek. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TRACKER_CHECKS_INSPECT_H
#define TRACKER_CHECKS_INSPECT_H

#include "tracker/checks/judge.h"

/** Findings about structs of one tree. */
struct inspection {
    struct verdicts verdicts;
    struct object *about[JUDGE_MOST]; /* by finding */
};

/** Under the root's lock. @judged is an event FORM or TYPED about the root. */
void inspect_tree_locked(const struct judged *judged, struct object *root,
                         struct inspection *inspection);

/** Under the root's lock: what was judged of an array's or schema's tree is not what stands there
 * now. */
bool inspect_has_changed_locked(struct object *root);

#endif
