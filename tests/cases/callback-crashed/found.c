/* The producer's callback faults: named first, and the process dies of the same signal.
 *
 * expect: callback-crashed error producer libproducer.so at releases.h:crash
 * expect: held-at-abrupt-end note none -
 * status: SIGSEGV
 * seen: 1 array */
/* SPDX-License-Identifier: Apache-2.0 */
#include "producer.h"

int main(void) {
    struct ArrowArray array;
    export_array(some_array(4, RELEASE_CRASHES), &array, NULL);
    array.release(&array);
    return 0;
}
