/* A static destructor releases: late, allowed, noted.
 *
 * expect: released-after-main note none - at here
 * seen: 1 array */
/* SPDX-License-Identifier: Apache-2.0 */
#include "producer.h"

static struct ArrowArray array;

__attribute__((destructor)) static void at_end(void) {
    array.release(&array); // <- here
}

int main(void) {
    export_array(some_array(4, RELEASE_GOOD), &array, NULL);
    return 0;
}
