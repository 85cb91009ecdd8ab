/* They agree; a child was moved out but is still counted; two capsules that do not fit are no pair.
 *
 * expect: nothing
 * seen: 3 arrays, 3 schemas */
/* SPDX-License-Identifier: Apache-2.0 */
#include "capsule.h"
#include "producer.h"

int main(void) {
    struct ArrowArray array, made;
    struct ArrowSchema schema;
    export_array(some_struct(4, 3, RELEASE_GOOD), &array, &schema);
    fake_drop(import_array(&array, &schema));

    produce_struct(&made, 4, 3, RELEASE_GOOD);
    made.children[0]->release = NULL;
    export_array(verbatim(&made, sizeof(made)), &array, NULL);
    produce_schema(&schema, "+s", "", 3, RELEASE_GOOD);
    fake_drop(import_array(&array, &schema));

    struct capsule *of_schema = PyCapsule_New(&schema, "arrow_schema", capsule_release_schema);
    struct capsule *of_array = PyCapsule_New(&array, "arrow_array", capsule_release_array);
    produce_schema(&schema, "+s", "", 2, RELEASE_GOOD);
    produce_struct(&array, 4, 3, RELEASE_GOOD);
    PyCapsule_GetPointer(of_array, "arrow_array");
    PyCapsule_GetPointer(of_schema, "arrow_schema");
    capsule_drop(of_schema);
    capsule_drop(of_array);
    return 0;
}
