/* A loop as compilers unroll it: one line, five places in the code, and one finding for all.
 *
 * expect: never-released error last-holder main at made origin made
 * seen: 5 arrays */
/* SPDX-License-Identifier: Apache-2.0 */
#include "producer.h"

#define FIVE_TIMES(once) once, once, once, once, once

int main(void) {
    struct ArrowArray arrays[5], *next = arrays;
    const struct source *source = some_array(4, RELEASE_GOOD);
    FIVE_TIMES(export_array(source, next++, NULL)); // <- made
    return 0;
}
