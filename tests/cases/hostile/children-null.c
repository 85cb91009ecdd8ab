/* Three children are promised, the list of them is NULL.
 *
 * expect: children-null error producer libproducer.so
 * expect: children-null error producer libproducer.so
 * seen: 1 array, 1 schema */
/* SPDX-License-Identifier: Apache-2.0 */
#include "producer.h"

int main(void) {
    struct ArrowArray array, made;
    struct ArrowSchema schema, made_schema;
    produce_array(&made, 4, RELEASE_CLEARS);
    made.n_children = 3;
    export_array(verbatim(&made, sizeof(made)), &array, NULL);
    array.release(&array);
    produce_schema(&made_schema, "+s", "", 0, RELEASE_CLEARS);
    made_schema.n_children = 3;
    export_schema(verbatim(&made_schema, sizeof(made_schema)), &schema);
    schema.release(&schema);
    return 0;
}
