/* Both have one; the schema is not known; two capsules that do not fit are no pair.
 *
 * expect: nothing
 * seen: 3 arrays, 2 schemas */
/* SPDX-License-Identifier: Apache-2.0 */
#include "capsule.h"
#include "producer.h"

int main(void) {
    struct ArrowArray array;
    struct ArrowSchema schema;
    export_array(some_dictionary(4, RELEASE_GOOD), &array, &schema);
    fake_drop(import_array(&array, &schema));
    export_array(some_dictionary(4, RELEASE_GOOD), &array, NULL);
    array.release(&array);

    struct capsule *of_schema = PyCapsule_New(&schema, "arrow_schema", capsule_release_schema);
    struct capsule *of_array = PyCapsule_New(&array, "arrow_array", capsule_release_array);
    produce_schema(&schema, "l", "code", 0, RELEASE_GOOD);
    produce_dictionary(&array, 4, RELEASE_GOOD);
    PyCapsule_GetPointer(of_schema, "arrow_schema");
    PyCapsule_GetPointer(of_array, "arrow_array");
    capsule_drop(of_schema);
    capsule_drop(of_array);
    return 0;
}
