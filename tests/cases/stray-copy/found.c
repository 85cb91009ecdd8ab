/* A capsule's array is copied, the copy shown as a capsule of its own, then the first one again:
 * two structs, one content.
 *
 * expect: stray-copy warning consumer main at here
 * seen: 1 array */
/* SPDX-License-Identifier: Apache-2.0 */
#include "capsule.h"
#include "producer.h"

int main(void) {
    struct ArrowArray array, copy;
    produce_array(&array, 4, RELEASE_GOOD);
    struct capsule *first = PyCapsule_New(&array, "arrow_array", NULL);
    struct capsule *second = PyCapsule_New(&copy, "arrow_array", NULL);
    PyCapsule_GetPointer(first, "arrow_array");
    copy = array;
    PyCapsule_GetPointer(second, "arrow_array");
    PyCapsule_GetPointer(first, "arrow_array"); // <- here
    array.release(&array);
    return 0;
}
