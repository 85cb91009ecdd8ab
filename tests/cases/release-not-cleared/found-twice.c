/* A callback that forgot to clear leads the consumer to release again: both are said, the second
 * call does not reach the producer.
 *
 * expect: release-not-cleared error producer libproducer.so at first by releases.h:keeps
 * expect: double-release error consumer main at second before first
 * seen: 1 array */
/* SPDX-License-Identifier: Apache-2.0 */
#include "producer.h"

int main(void) {
    struct ArrowArray array;
    export_array(some_array(4, RELEASE_KEEPS_RELEASE), &array, NULL);
    array.release(&array); // <- first
    if (array.release)
        array.release(&array); // <- second
    return 0;
}
