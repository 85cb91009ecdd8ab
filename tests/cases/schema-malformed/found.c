/* Children that do not go with the format, also deep in a tree and beside an array of the type that
 * was meant: the array is not blamed as well.
 *
 * expect: schema-malformed error producer libproducer.so at alone
 * expect: schema-malformed error producer libproducer.so at alone
 * expect: schema-malformed error producer libproducer.so at alone
 * expect: schema-malformed error producer libproducer.so at alone
 * expect: schema-malformed error producer libproducer.so at alone
 * expect: schema-malformed error producer libproducer.so at alone
 * expect: schema-malformed error producer libproducer.so at child
 * expect: schema-malformed error producer libproducer.so at pair
 * seen: 1 array, 8 schemas */
/* SPDX-License-Identifier: Apache-2.0 */
#include "producer.h"

static void cross(const char *format, int64_t n_children) {
    struct ArrowSchema made, schema;
    produce_schema(&made, format, "a", n_children, RELEASE_GOOD);
    export_schema(verbatim(&made, sizeof(made)), &schema); // <- alone
    schema.release(&schema);
}

/* A struct of two columns; its schema has n_children -1. */
static bool fill(const struct source *source, void *out, struct ArrowSchema *schema) {
    produce_struct(out, 4, 2, RELEASE_GOOD);
    produce_schema(schema, "+s", "", 0, RELEASE_GOOD);
    schema->n_children = -1;
    return true;
}

int main(void) {
    static const struct source pair = {.fill = fill};
    struct ArrowSchema made, schema;
    struct ArrowArray array;
    cross("+l", 0);
    cross("+w:3", 2);
    cross("+r", 1);
    cross("+ud:0,5", 3);
    cross("+us:", 1);
    cross("i", 1);
    produce_schema(&made, "+s", "", 2, RELEASE_GOOD);
    made.children[1]->format = "+m";
    export_schema(verbatim(&made, sizeof(made)), &schema); // <- child
    schema.release(&schema);
    export_array(&pair, &array, &schema); // <- pair
    array.release(&array);
    schema.release(&schema);
    return 0;
}
