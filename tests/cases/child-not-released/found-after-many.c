/* After many whose children were released one is left out.
 *
 * expect: child-not-released note producer main at here by family.h:parent
 * seen: 65 arrays */
/* SPDX-License-Identifier: Apache-2.0 */
#include "family.h"

static void forgets(struct ArrowArray *children[2]) {
    children[1]->release(children[1]);
}

int main(void) {
    struct ArrowArray parent;
    family_begin();
    family_export(&parent, forgets);
    parent.release(&parent); // <- here
    return 0;
}
