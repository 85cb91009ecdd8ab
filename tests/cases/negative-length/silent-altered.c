/* What a consumer may change before it hands a struct on: it makes a slice, of the whole and of a
 * child; what nobody changed, handed over again and again, at one place and at another.
 *
 * expect: nothing
 * seen: 3 arrays, 3 schemas */
/* SPDX-License-Identifier: Apache-2.0 */
#include "capsule.h"
#include "producer.h"

int main(void) {
    struct ArrowArray array, moved;
    struct ArrowSchema schema;
    export_array(some_array(4, RELEASE_GOOD), &array, &schema);
    array.offset = 1;
    array.length = 2;
    array.null_count = -1;
    fake_drop(import_array(&array, &schema));

    export_array(some_struct(4, 2, RELEASE_GOOD), &array, &schema);
    array.length = 3;
    array.children[1]->offset = 1;
    array.children[1]->length = 3;
    fake_drop(import_array(&array, &schema));

    export_array(some_struct(4, 2, RELEASE_GOOD), &array, &schema);
    struct capsule *capsule = PyCapsule_New(&array, "arrow_array", capsule_release_array);
    for (int i = 0; i < 3; i++)
        PyCapsule_GetPointer(capsule, "arrow_array");
    moved = array;
    array.release = NULL;
    capsule_drop(capsule);
    fake_drop(import_array(&moved, &schema));
    return 0;
}
