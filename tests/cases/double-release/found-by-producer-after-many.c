/* After many that were released once, a producer's callback releases a child and then its copy.
 *
 * expect: double-release error consumer main at first before first
 * seen: 65 arrays */
/* SPDX-License-Identifier: Apache-2.0 */
#include "family.h"

static void twice(struct ArrowArray *children[2]) {
    struct ArrowArray copy = *children[0];
    family_good(children);
    copy.release(&copy);
}

int main(void) {
    struct ArrowArray parent;
    family_begin();
    family_export(&parent, twice);
    parent.release(&parent); // <- first
    return 0;
}
