/* A million children: within the budget, in time, and said to be more than was kept.
 *
 * timeout: 30
 * expect: incomplete warning none -
 * verdict: incomplete */
/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>

#include "producer.h"

int main(void) {
    struct ArrowArray array;
    export_array(some_struct(4, 1000000, RELEASE_GOOD), &array, NULL);
    array.release(&array);
    puts("done");
    return 0;
}
