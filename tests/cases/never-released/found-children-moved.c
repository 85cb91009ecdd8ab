/* All children were moved out and released, the empty parent was forgotten: the report says so.
 *
 * expect: never-released error last-holder main at here
 * says: children
 * seen: 1 array */
/* SPDX-License-Identifier: Apache-2.0 */
#include "producer.h"

int main(void) {
    struct ArrowArray array;
    export_array(some_struct(4, 2, RELEASE_GOOD), &array, NULL); // <- here
    for (int i = 0; i < 2; i++) {
        struct ArrowArray child = *array.children[i];
        array.children[i]->release = NULL;
        child.release(&child);
    }
    return 0;
}
