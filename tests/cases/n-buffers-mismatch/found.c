/* Too few buffers for the type, or too many.
 *
 * expect: n-buffers-mismatch error producer libproducer.so at import x6
 * seen: 6 arrays, 6 schemas */
/* SPDX-License-Identifier: Apache-2.0 */
#include "producer.h"

static char bytes[64];

/* Give away an array and its schema in one call. */
static void cross(struct ArrowArray *made, const char *format) {
    struct ArrowArray array;
    struct ArrowSchema schema;
    export_array(verbatim(made, sizeof(*made)), &array, NULL);
    produce_schema(&schema, format, "", made->n_children, RELEASE_GOOD);
    fake_drop(import_array(&array, &schema)); // <- import
}

int main(void) {
    const struct {
        const char *format;
        int64_t n;
    } columns[] = {{"l", 1}, {"l", 3}, {"u", 2}, {"vu", 2}, {"n", 1}, {"+s", 0}};
    for (int i = 0; i < 6; i++) {
        struct ArrowArray made;
        const void *buffers[] = {bytes, bytes, bytes};
        produce_array(&made, 4, RELEASE_GOOD);
        made.n_buffers = columns[i].n;
        made.buffers = buffers;
        cross(&made, columns[i].format);
    }
    return 0;
}
