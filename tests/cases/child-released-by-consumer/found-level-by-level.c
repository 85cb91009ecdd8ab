/* An importer makes an owner for each level of the tree; each releases its own, the children's
 * first.
 *
 * expect: child-released-by-consumer error consumer main at here origin export x2
 * seen: 1 array */
/* SPDX-License-Identifier: Apache-2.0 */
#include "producer.h"

static void disown(struct ArrowArray *array) {
    for (int64_t i = 0; i < array->n_children; i++)
        disown(array->children[i]);
    array->release(array); // <- here
}

int main(void) {
    struct ArrowArray array;
    export_array(some_struct(4, 2, RELEASE_GOOD), &array, NULL); // <- export
    disown(&array);
    return 0;
}
