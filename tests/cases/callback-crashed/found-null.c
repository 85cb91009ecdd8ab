/* A producer releases its children and does not ask whether they are there: the one that was moved
 * out has no release to call. The fault is the callback's, not its caller's.
 *
 * expect: callback-crashed error producer libproducer.so at releases.h:blindly before parent
 * expect: held-at-abrupt-end note none -
 * status: SIGSEGV
 * plain: crashes
 * seen: any */
/* SPDX-License-Identifier: Apache-2.0 */
#include "producer.h"

int main(void) {
    struct ArrowArray array, child;
    export_array(some_struct(4, 2, RELEASE_CHILDREN_BLINDLY), &array, NULL);
    child = *array.children[1];
    array.children[1]->release = NULL;
    array.release(&array); // <- parent
    child.release(&child);
    return 0;
}
