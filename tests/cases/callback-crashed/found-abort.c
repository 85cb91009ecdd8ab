/* The producer's callback aborts.
 *
 * expect: callback-crashed error producer libproducer.so at releases.h:abort
 * expect: held-at-abrupt-end note none -
 * status: SIGABRT
 * seen: 1 array */
/* SPDX-License-Identifier: Apache-2.0 */
#include "producer.h"

int main(void) {
    struct ArrowArray array;
    export_array(some_array(4, RELEASE_ABORTS), &array, NULL);
    array.release(&array);
    return 0;
}
