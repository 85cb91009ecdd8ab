/* A copy that a producer's callback made of a child, before it released that, is released when all
 * is over.
 *
 * expect: double-release error consumer main at second before first
 * seen: 75 arrays */
/* SPDX-License-Identifier: Apache-2.0 */
#include "family.h"

static struct ArrowArray kept;

static void copies(struct ArrowArray *children[2]) {
    kept = *children[0];
    family_good(children);
}

int main(void) {
    struct ArrowArray parent;
    family_begin();
    family_export(&parent, copies);
    parent.release(&parent); // <- first
    for (int i = 0; i < 10; i++) {
        family_export(&parent, family_good);
        parent.release(&parent);
    }
    kept.release(&kept); // <- second
    return 0;
}
