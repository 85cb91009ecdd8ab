/* The right number for each layout, a view with data buffers; and any number where the schema is
 * not known.
 *
 * expect: nothing
 * seen: 16 arrays, 15 schemas */
/* SPDX-License-Identifier: Apache-2.0 */
#include "producer.h"

static char bytes[64];
static int64_t sizes[] = {1, 2};

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
    } columns[] = {{"n", 0},  {"b", 2},    {"l", 2},    {"d:76,0,256", 2}, {"w:3", 2},
                   {"u", 3},  {"U", 3},    {"vz", 5},   {"+l", 2},         {"+vL", 3},
                   {"+s", 1}, {"+w:0", 1}, {"+ud:", 2}, {"+us:", 1},       {"+r", 0}};
    struct ArrowArray made, array;
    for (int i = 0; i < 15; i++) {
        const void *buffers[] = {bytes, bytes, bytes, bytes, sizes};
        produce_array(&made, 4, RELEASE_GOOD);
        made.n_buffers = columns[i].n;
        made.buffers = buffers;
        cross(&made, columns[i].format);
    }
    produce_array(&made, 4, RELEASE_GOOD);
    made.n_buffers = 1;
    export_array(verbatim(&made, sizeof(made)), &array, NULL);
    array.release(&array);
    return 0;
}
