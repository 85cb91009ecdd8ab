/* The same array crosses again and again, as a whole and as a child of another: never wrapped
 * twice.
 *
 * expect: nothing
 * seen: 2 arrays */
/* SPDX-License-Identifier: Apache-2.0 */
#include "capsule.h"
#include "producer.h"

static void release_children(struct ArrowArray *array) {
    if (array->children[0]->release)
        array->children[0]->release(array->children[0]);
    array->release = NULL;
}

int main(void) {
    static const void *none[1];
    struct ArrowArray array, moved, outer;
    export_array(some_array(4, RELEASE_CHECKS_ITSELF), &array, NULL);
    struct capsule *capsule = PyCapsule_New(&array, "arrow_array", NULL);
    for (int i = 0; i < 3; i++)
        PyCapsule_GetPointer(capsule, "arrow_array");
    struct fake_value *value = import_array(&array, NULL);
    export_array(verbatim(&value->array, sizeof(value->array)), &moved, NULL);

    struct ArrowArray *children[] = {&moved};
    struct ArrowArray made = {.length = 4,
                              .n_buffers = 1,
                              .buffers = none,
                              .n_children = 1,
                              .children = children,
                              .release = release_children};
    export_array(verbatim(&made, sizeof(made)), &outer, NULL);
    fake_drop(import_array(&outer, NULL));
    return 0;
}
