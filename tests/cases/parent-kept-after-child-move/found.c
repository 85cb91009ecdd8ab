/* A child is moved out and used up, yet the parent is handed on as if it were whole.
 *
 * expect: parent-kept-after-child-move warning consumer main at here before first
 * seen: 1 array */
/* SPDX-License-Identifier: Apache-2.0 */
#include "producer.h"

int main(void) {
    struct ArrowArray array, child;
    export_array(some_struct(4, 2, RELEASE_GOOD), &array, NULL);
    child = *array.children[0];
    array.children[0]->release = NULL;
    child.release(&child);                                 // <- first
    struct fake_value *value = import_array(&array, NULL); // <- here
    fake_drop(value);
    return 0;
}
