/* Three columns and a schema of two; two columns and a schema of three; a list whose items have a
 * column more than its schema says. In one call, and in a stream.
 *
 * expect: schema-array-mismatch error producer libproducer.so at more
 * expect: schema-array-mismatch error producer libproducer.so at fewer
 * expect: schema-array-mismatch error producer libproducer.so at deep
 * seen: 3 arrays, 3 schemas */
/* SPDX-License-Identifier: Apache-2.0 */
#include "producer.h"

int main(void) {
    struct ArrowArray array, made;
    struct ArrowSchema schema;
    export_array(some_struct(4, 3, RELEASE_GOOD), &array, NULL);
    produce_schema(&schema, "+s", "", 2, RELEASE_GOOD);
    fake_drop(import_array(&array, &schema)); // <- more

    export_array(some_struct(4, 2, RELEASE_GOOD), &array, NULL);
    produce_schema(&schema, "+s", "", 3, RELEASE_GOOD);
    fake_drop(import_array(&array, &schema)); // <- fewer

    produce_struct(&made, 4, 1, RELEASE_GOOD);
    produce_struct(made.children[0], 4, 2, RELEASE_GOOD);
    export_array(verbatim(&made, sizeof(made)), &array, NULL);
    produce_schema(&schema, "+s", "", 1, RELEASE_GOOD);
    produce_schema(schema.children[0], "+s", "", 1, RELEASE_GOOD);
    fake_drop(import_array(&array, &schema)); // <- deep
    return 0;
}
