/* Children released by the parent's callback, but for the one that was moved out.
 *
 * expect: nothing
 * seen: 1 array */
/* SPDX-License-Identifier: Apache-2.0 */
#include "producer.h"

int main(void) {
    struct ArrowArray array, child;
    export_array(some_struct(4, 3, RELEASE_GOOD), &array, NULL);
    child = *array.children[1];
    array.children[1]->release = NULL;
    array.release(&array);
    child.release(&child);
    return 0;
}
