/* Capsules are read to be filled; what an export is to fill may hold anything before.
 *
 * expect: nothing
 * seen: 2 arrays */
/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "capsule.h"
#include "producer.h"

int main(void) {
    struct ArrowArray empty = {0}, garbage;
    struct capsule *capsule = PyCapsule_New(&empty, "arrow_array", capsule_release_array);
    export_array(some_array(4, RELEASE_GOOD), PyCapsule_GetPointer(capsule, "arrow_array"), NULL);
    capsule_drop(capsule);
    memset(&garbage, 0xaa, sizeof(garbage));
    export_array(some_array(4, RELEASE_GOOD), &garbage, NULL);
    garbage.release(&garbage);
    return 0;
}
