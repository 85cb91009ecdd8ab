/* _exit() in the middle: a note, as nobody could have released it.
 *
 * expect: held-at-abrupt-end note none -
 * status: 3
 * seen: 1 array */
/* SPDX-License-Identifier: Apache-2.0 */
#include <unistd.h>

#include "producer.h"

int main(void) {
    struct ArrowArray array;
    export_array(some_array(4, RELEASE_GOOD), &array, NULL);
    _exit(3);
}
