/* The same two places, fifty arrays: one finding with a count.
 *
 * expect: double-release error consumer main at second before first origin export x50
 * seen: 50 arrays */
/* SPDX-License-Identifier: Apache-2.0 */
#include "producer.h"

int main(void) {
    for (int i = 0; i < 50; i++) {
        struct ArrowArray array, copy;
        export_array(some_array(4, RELEASE_GOOD), &array, NULL); // <- export
        copy = array;
        array.release(&array); // <- first
        copy.release(&copy);   // <- second
    }
    return 0;
}
