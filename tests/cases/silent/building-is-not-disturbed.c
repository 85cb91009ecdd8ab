/* nanoarrow compares `release` with its own function while it builds: a struct in a capsule that is
 * only made, not read, must be left alone until it is.
 *
 * expect: nothing
 * seen: 1 array */
/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>

#include "capsule.h"
#include "producer.h"

int main(void) {
    struct ArrowArray array;
    produce_struct(&array, 0, 2, RELEASE_GOOD);
    void *own = producer_release(RELEASE_GOOD);
    struct capsule *capsule = PyCapsule_New(&array, "arrow_array", capsule_release_array);
    printf("mine while I build %d %d\n", (void *)array.release == own,
           (void *)array.children[1]->release == own);
    array.length = 4;
    PyCapsule_GetPointer(capsule, "arrow_array");
    array.release(&array);
    capsule_drop(capsule);
    return 0;
}
