/* A released struct may be looked at, filled anew and handed on: then it is another array.
 *
 * expect: nothing
 * seen: 2 arrays */
/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>

#include "producer.h"

int main(void) {
    struct ArrowArray array;
    export_array(some_array(4, RELEASE_GOOD), &array, NULL);
    array.release(&array);
    printf("released: %d\n", array.release == NULL);
    export_array(some_array(8, RELEASE_GOOD), &array, NULL);
    fake_drop(import_array(&array, NULL));
    return 0;
}
