/* A column of nulls with a NULL buffer, as polars makes it, and a struct with a second one: nothing
 * is misread.
 *
 * expect: n-buffers-mismatch warning producer libproducer.so at import x2
 * seen: 2 arrays, 2 schemas */
/* SPDX-License-Identifier: Apache-2.0 */
#include "producer.h"

/* Give away an array and its schema in one call. */
static void cross(struct ArrowArray *made, const char *format) {
    struct ArrowArray array;
    struct ArrowSchema schema;
    export_array(verbatim(made, sizeof(*made)), &array, NULL);
    produce_schema(&schema, format, "", made->n_children, RELEASE_GOOD);
    fake_drop(import_array(&array, &schema)); // <- import
}

int main(void) {
    const void *buffers[] = {NULL, NULL};
    struct ArrowArray made;
    produce_array(&made, 4, RELEASE_GOOD);
    made.buffers = buffers;
    for (int i = 0; i < 2; i++) {
        made.n_buffers = 1 + i;
        cross(&made, i == 0 ? "n" : "+s");
    }
    return 0;
}
