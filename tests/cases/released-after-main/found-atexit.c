/* An exit handler releases: late, allowed, noted.
 *
 * expect: released-after-main note none - at here
 * seen: 1 array */
/* SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>

#include "producer.h"

static struct ArrowArray array;

static void at_end(void) {
    array.release(&array); // <- here
}

int main(void) {
    atexit(at_end);
    export_array(some_array(4, RELEASE_GOOD), &array, NULL);
    return 0;
}
