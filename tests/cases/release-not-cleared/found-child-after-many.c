/* After many children that were marked as released one is not.
 *
 * expect: release-not-cleared error producer main at here by keeps
 * seen: 65 arrays */
/* SPDX-License-Identifier: Apache-2.0 */
#include "family.h"

static bool forgets;

static void keeps(struct ArrowArray *child) { // <- keeps
    if (!forgets)
        child->release = NULL;
}

static void own(struct ArrowArray *children[2]) {
    family_good(children);
}

int main(void) {
    struct ArrowArray parent;
    for (int i = 0; i <= FAMILY_MANY; i++) {
        forgets = i == FAMILY_MANY;
        family_release = keeps;
        family_export(&parent, own);
        parent.release(&parent); // <- here
    }
    return 0;
}
