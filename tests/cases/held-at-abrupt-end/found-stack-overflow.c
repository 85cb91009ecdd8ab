/* The program runs out of stack: the report is made on a stack of our own.
 *
 * expect: held-at-abrupt-end note none -
 * status: SIGSEGV
 * seen: 1 array */
/* SPDX-License-Identifier: Apache-2.0 */
#include "producer.h"

static long sink(long depth) {
    volatile char block[4096];
    block[0] = (char)depth;
    return depth < 0 ? 0 : sink(depth + 1) + block[0];
}

int main(void) {
    struct ArrowArray array;
    export_array(some_array(4, RELEASE_GOOD), &array, NULL);
    return (int)sink(0);
}
