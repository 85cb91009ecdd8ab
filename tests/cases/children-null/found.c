/* Children are promised: the list of them is NULL in an array and in a schema, one of three is
 * NULL.
 *
 * expect: children-null error producer libproducer.so at list
 * expect: children-null error producer libproducer.so at one
 * expect: children-null error producer libproducer.so at schema
 * seen: 2 arrays, 1 schema */
/* SPDX-License-Identifier: Apache-2.0 */
#include "producer.h"

int main(void) {
    struct ArrowArray array, made;
    struct ArrowSchema schema, made_schema;
    produce_array(&made, 4, RELEASE_CLEARS);
    made.n_children = 2;
    export_array(verbatim(&made, sizeof(made)), &array, NULL); // <- list
    array.release(&array);

    produce_struct(&made, 4, 3, RELEASE_GOOD);
    struct ArrowArray *second = made.children[1];
    made.children[1] = NULL;
    export_array(verbatim(&made, sizeof(made)), &array, NULL); // <- one
    made.children[1] = second;
    array.release(&array);

    produce_schema(&made_schema, "+s", "", 0, RELEASE_CLEARS);
    made_schema.n_children = 2;
    export_schema(verbatim(&made_schema, sizeof(made_schema)), &schema); // <- schema
    schema.release(&schema);
    return 0;
}
