/* The numbers that the program's descriptors get are the lowest ones, as without us.
 *
 * expect: nothing
 * seen: 1 array */
/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <unistd.h>

#include "producer.h"

int main(void) {
    static struct ArrowArray array;
    printf("before: %d\n", dup(1));
    export_array(some_array(4, RELEASE_GOOD), &array, NULL);
    printf("after: %d\n", dup(1));
    array.release(&array);
    printf("released: %d\n", dup(1));
    return 0;
}
