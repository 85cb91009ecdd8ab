/* What says which rows are meant is the consumer's to set.
 *
 * expect: nothing
 * seen: 1 array */
/* SPDX-License-Identifier: Apache-2.0 */
#include "producer.h"

int main(void) {
    struct ArrowArray array;
    export_array(some_array(4, RELEASE_GOOD), &array, NULL);
    array.offset = 1;
    array.length = 2;
    array.null_count = 0;
    array.release(&array);
    return 0;
}
