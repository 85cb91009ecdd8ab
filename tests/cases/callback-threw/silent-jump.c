/* siglongjmp out of a callback is no exception; the array counts as being released.
 *
 * expect: nothing
 * seen: 2 arrays */
/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>

#include "producer.h"

int main(void) {
    struct ArrowArray array, other;
    export_array(some_array(4, RELEASE_JUMPS), &array, NULL);
    if (sigsetjmp(producer_jump, 1) == 0)
        array.release(&array);
    else
        puts("back again");
    export_array(some_array(4, RELEASE_GOOD), &other, NULL);
    other.release(&other);
    return 0;
}
