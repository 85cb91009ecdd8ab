/* Released as the last thing that main does.
 *
 * expect: nothing
 * seen: 1 array */
/* SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>

#include "producer.h"

static struct ArrowArray array;

static void at_end(void) {
    if (array.release)
        abort();
}

int main(void) {
    atexit(at_end);
    export_array(some_array(4, RELEASE_GOOD), &array, NULL);
    array.release(&array);
    return 0;
}
