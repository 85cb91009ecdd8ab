/* A child is moved out, which is right, then released twice, which is not.
 *
 * expect: double-release error consumer main at second before first
 * seen: 1 array */
/* SPDX-License-Identifier: Apache-2.0 */
#include "producer.h"

int main(void) {
    struct ArrowArray array, child, copy;
    export_array(some_struct(4, 2, RELEASE_GOOD), &array, NULL);
    child = *array.children[1];
    array.children[1]->release = NULL;
    array.release(&array);
    copy = child;
    child.release(&child); // <- first
    copy.release(&copy);   // <- second
    return 0;
}
