/* The second release comes from a consumer's library: that one is to blame, not the program.
 *
 * expect: double-release error consumer libconsumer.so at consumer.c:release before first
 * seen: 1 array */
/* SPDX-License-Identifier: Apache-2.0 */
#include "consumer.h"
#include "producer.h"

int main(void) {
    struct ArrowArray array, copy;
    export_array(some_array(4, RELEASE_GOOD), &array, NULL);
    copy = array;
    array.release(&array); // <- first
    consumer_release(&copy);
    return 0;
}
