/* A callback that forgot to clear leads the consumer to release again: that call does not reach the
 * producer, whose fault it is. Through a copy it would be the consumer's own.
 *
 * expect: release-not-cleared error producer libproducer.so at first by releases.h:keeps
 * expect: double-release error consumer main at copy before first
 * seen: 1 array */
/* SPDX-License-Identifier: Apache-2.0 */
#include "producer.h"

int main(void) {
    struct ArrowArray array, copy;
    export_array(some_array(4, RELEASE_KEEPS_RELEASE), &array, NULL);
    copy = array;
    array.release(&array); // <- first
    if (array.release)
        array.release(&array);
    copy.release(&copy); // <- copy
    return 0;
}
