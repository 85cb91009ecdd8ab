/* A child may be released when it was moved out, and by its parent's callback at any time.
 *
 * expect: nothing
 * seen: 1 array */
/* SPDX-License-Identifier: Apache-2.0 */
#include "producer.h"

int main(void) {
    struct ArrowArray array, child;
    export_array(some_struct(4, 2, RELEASE_GOOD), &array, NULL);
    child = *array.children[0];
    array.children[0]->release = NULL;
    array.release(&array);
    child.release(&child);
    return 0;
}
