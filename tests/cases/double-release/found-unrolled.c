/* A loop as compilers unroll it: one line, three places in the code, and one finding with a count.
 *
 * expect: double-release error consumer main at second before first x3
 * seen: 3 arrays */
/* SPDX-License-Identifier: Apache-2.0 */
#include "producer.h"

#define THREE_TIMES(once) once, once, once

int main(void) {
    struct ArrowArray arrays[3], copies[3], *array = copies, *copy = copies;
    for (int i = 0; i < 3; i++) {
        export_array(some_array(4, RELEASE_GOOD), &arrays[i], NULL);
        copies[i] = arrays[i];
        arrays[i].release(&arrays[i]); // <- first
    }
    THREE_TIMES(copy++->release(array++)); // <- second
    return 0;
}
