/* Aligned as the values are and not better: 8 bytes for wider ones, 4 for offsets of strings and
 * for days with milliseconds, 1 for bytes, bits and fixed-size binary; empty ones anywhere.
 *
 * expect: nothing
 * seen: 10 arrays, 9 schemas */
/* SPDX-License-Identifier: Apache-2.0 */
#include "producer.h"

static _Alignas(64) char bytes[256];

/* Give away an array and its schema in one call. */
static void cross(struct ArrowArray *made, const char *format) {
    struct ArrowArray array;
    struct ArrowSchema schema;
    export_array(verbatim(made, sizeof(*made)), &array, NULL);
    produce_schema(&schema, format, "", made->n_children, RELEASE_GOOD);
    fake_drop(import_array(&array, &schema));
}

int main(void) {
    const struct {
        const char *format;
        int64_t n;
        int shift;
        int64_t rows;
    } columns[] = {{"l", 2, 8, 4},   {"d:38,0", 2, 8, 4}, {"d:76,0,256", 2, 8, 4},
                   {"tiD", 2, 4, 4}, {"u", 3, 4, 4},      {"w:16", 2, 1, 4},
                   {"b", 2, 3, 4},   {"vu", 3, 8, 4},     {"l", 2, 1, 0}};
    struct ArrowArray made, array;
    const void *odd[] = {NULL, bytes + 1};
    for (int i = 0; i < 9; i++) {
        const void *buffers[] = {bytes + 1, bytes + columns[i].shift, bytes + 7};
        produce_array(&made, columns[i].rows, RELEASE_GOOD);
        made.n_buffers = columns[i].n;
        made.buffers = buffers;
        if (columns[i].format[0] == 'v')
            buffers[2] = NULL;
        cross(&made, columns[i].format);
    }
    produce_array(&made, 4, RELEASE_GOOD);
    made.buffers = odd;
    export_array(verbatim(&made, sizeof(made)), &array, NULL);
    array.release(&array);
    return 0;
}
