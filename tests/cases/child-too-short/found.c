/* A slice of a struct whose child was sliced too; a fixed-size list whose child has one row a list.
 * Deeper in the tree it is the same.
 *
 * expect: child-too-short error producer libproducer.so at struct
 * expect: child-too-short error producer libproducer.so at list
 * expect: child-too-short error producer libproducer.so at deep
 * seen: 3 arrays, 3 schemas */
/* SPDX-License-Identifier: Apache-2.0 */
#include "producer.h"

int main(void) {
    struct ArrowArray array, made, inner;
    struct ArrowSchema schema;
    produce_struct(&made, 4, 2, RELEASE_GOOD);
    made.offset = 2;
    made.children[0]->length = 6;
    export_array(verbatim(&made, sizeof(made)), &array, NULL);
    produce_schema(&schema, "+s", "", 2, RELEASE_GOOD);
    fake_drop(import_array(&array, &schema)); // <- struct

    produce_struct(&made, 4, 1, RELEASE_GOOD);
    export_array(verbatim(&made, sizeof(made)), &array, NULL);
    produce_schema(&schema, "+w:3", "", 1, RELEASE_GOOD);
    fake_drop(import_array(&array, &schema)); // <- list

    produce_struct(&inner, 4, 1, RELEASE_GOOD);
    inner.children[0]->length = 3;
    produce_struct(&made, 4, 1, RELEASE_GOOD);
    *made.children[0] = inner;
    export_array(verbatim(&made, sizeof(made)), &array, NULL);
    produce_schema(&schema, "+s", "", 1, RELEASE_GOOD);
    produce_schema(schema.children[0], "+s", "", 1, RELEASE_GOOD);
    fake_drop(import_array(&array, &schema)); // <- deep
    return 0;
}
