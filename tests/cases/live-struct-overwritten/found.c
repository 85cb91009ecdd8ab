/* The same variable is filled a second time while it still holds a live array.
 *
 * expect: live-struct-overwritten error caller main at second origin first
 * seen: 2 arrays */
/* SPDX-License-Identifier: Apache-2.0 */
#include "producer.h"

int main(void) {
    struct ArrowArray array;
    export_array(some_array(4, RELEASE_GOOD), &array, NULL); // <- first
    export_array(some_array(8, RELEASE_GOOD), &array, NULL); // <- second
    array.release(&array);
    return 0;
}
