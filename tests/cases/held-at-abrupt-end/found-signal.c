/* The program crashes in its own code while it holds an array; the status stays the signal's.
 *
 * expect: held-at-abrupt-end note none -
 * status: SIGSEGV
 * seen: 1 array */
/* SPDX-License-Identifier: Apache-2.0 */
#include "producer.h"

int main(void) {
    struct ArrowArray array;
    export_array(some_array(4, RELEASE_GOOD), &array, NULL);
    *(volatile int *)8 = 1;
    return 0;
}
