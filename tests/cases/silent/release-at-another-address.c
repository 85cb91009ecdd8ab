/* A move is a bitwise copy; the callback gets the new address and only the content is the same.
 *
 * expect: nothing
 * seen: 1 array */
/* SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>

#include "producer.h"

int main(void) {
    struct ArrowArray array, *cell = malloc(sizeof(*cell)), last;
    export_array(some_array(4, RELEASE_CHECKS_ITSELF), &array, NULL);
    *cell = array;
    array.release = NULL;
    last = *cell;
    free(cell);
    last.release(&last);
    return 0;
}
