/* quick_exit() runs no exit handlers.
 *
 * expect: held-at-abrupt-end note none -
 * status: 4
 * seen: 1 array */
/* SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>

#include "producer.h"

int main(void) {
    struct ArrowArray array;
    export_array(some_array(4, RELEASE_GOOD), &array, NULL);
    quick_exit(4);
}
