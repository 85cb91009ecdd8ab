/* pyarrow makes the capsule over an empty struct, fills it then, and the consumer takes it by a
 * third way: one array, seen at three boundaries.
 *
 * expect: nothing
 * seen: 1 array, 1 schema */
/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>

#include "capsule.h"
#include "producer.h"

int main(void) {
    struct ArrowArray array = {0};
    struct ArrowSchema schema = {0};
    struct capsule *schemas = PyCapsule_New(&schema, "arrow_schema", capsule_release_schema);
    struct capsule *arrays = PyCapsule_New(&array, "arrow_array", capsule_release_array);
    export_array(some_struct(4, 2, RELEASE_CHECKS_ITSELF), &array, &schema);
    struct fake_value *value = import_array(PyCapsule_GetPointer(arrays, "arrow_array"),
                                            PyCapsule_GetPointer(schemas, "arrow_schema"));
    printf("%ld rows\n", (long)value->array.length);
    fake_drop(value);
    capsule_drop(arrays);
    capsule_drop(schemas);
    return 0;
}
