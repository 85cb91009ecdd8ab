/* What is overwritten is a stale copy: the array lives on where it was moved to.
 *
 * expect: nothing
 * seen: 2 arrays */
/* SPDX-License-Identifier: Apache-2.0 */
#include "producer.h"

int main(void) {
    struct ArrowArray array, moved;
    export_array(some_array(4, RELEASE_GOOD), &array, NULL);
    moved = array;
    export_array(some_array(8, RELEASE_GOOD), &array, NULL);
    array.release(&array);
    moved.release(&moved);
    return 0;
}
