/* Four rows without what they stand in: values, offsets, the data of strings, views, sizes of
 * lists, type ids of a union; and without the list of buffers, where no schema is needed to know.
 *
 * expect: null-buffer error producer libproducer.so at import x7
 * expect: null-buffer error producer libproducer.so at export
 * seen: 8 arrays, 7 schemas */
/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "producer.h"

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

static int32_t offsets[] = {0, 1, 2, 3, 4};

int main(void) {
    const struct {
        const char *format;
        int64_t n;
        const void *buffers[4];
    } columns[] = {
        {"l", 2, {NULL, NULL}},
        {"u", 3, {NULL, NULL, offsets}},
        {"u", 3, {NULL, offsets, NULL}},
        {"vu", 3, {NULL, NULL, offsets}},
        {"+vl", 3, {NULL, offsets, NULL}},
        {"+us:", 1, {NULL}},
        {"+ud:", 2, {offsets, NULL}},
    };
    struct ArrowArray made, array;
    for (int i = 0; i < 7; i++) {
        const void *buffers[4];
        memcpy(buffers, columns[i].buffers, sizeof(buffers));
        produce_array(&made, 4, RELEASE_GOOD);
        made.n_buffers = columns[i].n;
        made.buffers = buffers;
        cross(&made, columns[i].format);
    }
    produce_array(&made, 4, RELEASE_GOOD);
    made.buffers = NULL;
    export_array(verbatim(&made, sizeof(made)), &array, NULL); // <- export
    array.release(&array);
    return 0;
}
