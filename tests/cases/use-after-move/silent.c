/* The place it was moved to is used, the source only looked at.
 *
 * expect: nothing
 * seen: 1 array */
/* SPDX-License-Identifier: Apache-2.0 */
#include "producer.h"

int main(void) {
    struct ArrowArray array, moved;
    export_array(some_array(4, RELEASE_GOOD), &array, NULL);
    moved = array;
    array.release = NULL;
    fake_drop(import_array(&moved, NULL));
    return array.release || moved.release;
}
