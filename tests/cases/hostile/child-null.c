/* One of three children is NULL, the dictionary lies on an unmapped page.
 *
 * expect: children-null error producer libproducer.so
 * expect: child-not-released note producer libproducer.so
 * seen: 1 array */
/* SPDX-License-Identifier: Apache-2.0 */
#include "producer.h"

int main(void) {
    struct ArrowArray array, made, child;
    produce_array(&child, 4, RELEASE_CLEARS);
    struct ArrowArray *children[] = {&child, NULL, (struct ArrowArray *)0xdead0000};
    produce_array(&made, 4, RELEASE_CLEARS);
    made.n_children = 3;
    made.children = children;
    made.dictionary = (struct ArrowArray *)0x1230;
    export_array(verbatim(&made, sizeof(made)), &array, NULL);
    array.release(&array);
    return 0;
}
