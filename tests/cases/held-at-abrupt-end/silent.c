/* _exit() with nothing alive.
 *
 * expect: nothing
 * status: 3
 * seen: 1 array */
/* SPDX-License-Identifier: Apache-2.0 */
#include <unistd.h>

#include "producer.h"

int main(void) {
    struct ArrowArray array;
    export_array(some_array(4, RELEASE_GOOD), &array, NULL);
    array.release(&array);
    _exit(3);
}
