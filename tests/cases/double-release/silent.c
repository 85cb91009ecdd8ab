/* Every owner looks at `release` first; who moves the struct clears the source.
 *
 * expect: nothing
 * seen: 1 array */
/* SPDX-License-Identifier: Apache-2.0 */
#include "producer.h"

static void close_it(struct ArrowArray *array) {
    if (array->release)
        array->release(array);
}

int main(void) {
    struct ArrowArray array, moved;
    export_array(some_array(4, RELEASE_GOOD), &array, NULL);
    moved = array;
    array.release = NULL;
    close_it(&moved);
    close_it(&moved);
    close_it(&array);
    return 0;
}
