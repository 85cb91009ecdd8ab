/* A consumer remembers the callback and calls it again on the very struct that it released.
 *
 * expect: double-release error consumer main at second before first origin export
 * seen: 1 array */
/* SPDX-License-Identifier: Apache-2.0 */
#include "producer.h"

int main(void) {
    struct ArrowArray array;
    export_array(some_array(4, RELEASE_GOOD), &array, NULL); // <- export
    void (*release)(struct ArrowArray *) = array.release;
    array.release(&array); // <- first
    release(&array);       // <- second
    return 0;
}
