/* The source of a move is left as it was (Rust does so) but never used again.
 *
 * expect: nothing
 * seen: 1 array */
/* SPDX-License-Identifier: Apache-2.0 */
#include "capsule.h"
#include "producer.h"

int main(void) {
    struct ArrowArray array, moved;
    produce_array(&array, 4, RELEASE_GOOD);
    struct capsule *capsule = PyCapsule_New(&array, "arrow_array", NULL);
    PyCapsule_GetPointer(capsule, "arrow_array");
    moved = array;
    fake_drop(import_array(&moved, NULL));
    return 0;
}
