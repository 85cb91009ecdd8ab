/* Values, offsets and views at odd addresses.
 *
 * expect: misaligned-buffer note producer libproducer.so at import x7
 * seen: 7 arrays, 7 schemas */
/* SPDX-License-Identifier: Apache-2.0 */
#include "producer.h"

static _Alignas(64) char bytes[256];

/* Give away an array and its schema in one call. */
static void cross(struct ArrowArray *made, const char *format) {
    struct ArrowArray array, child, *children = &child;
    struct ArrowSchema schema;
    if (format[0] == '+' && format[1] != 'u') {
        produce_array(&child, 4, RELEASE_GOOD);
        made->n_children = 1;
        made->children = &children;
    }
    export_array(verbatim(made, sizeof(*made)), &array, NULL);
    produce_schema(&schema, format, "", made->n_children, RELEASE_GOOD);
    fake_drop(import_array(&array, &schema)); // <- import
}

int main(void) {
    const struct {
        const char *format;
        int64_t n;
        int shift;
    } columns[] = {{"s", 2, 1}, {"l", 2, 4},  {"d:38,0", 2, 4}, {"tiD", 2, 2},
                   {"u", 3, 2}, {"vz", 3, 4}, {"+L", 2, 4}};
    for (int i = 0; i < 7; i++) {
        struct ArrowArray made;
        const void *buffers[] = {NULL, bytes + columns[i].shift, bytes};
        produce_array(&made, 4, RELEASE_GOOD);
        made.n_buffers = columns[i].n;
        made.buffers = buffers;
        cross(&made, columns[i].format);
    }
    return 0;
}
