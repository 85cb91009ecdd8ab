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
        int64_t n, n_children;
    } columns[] = {{"n", 0, 0},    {"b", 2, 0},    {"l", 2, 0},  {"d:76,0,256", 2, 0},
                   {"w:3", 2, 0},  {"u", 3, 0},    {"U", 3, 0},  {"vz", 5, 0},
                   {"+l", 2, 1},   {"+vL", 3, 1},  {"+s", 1, 0}, {"+w:0", 1, 1},
                   {"+ud:", 2, 0}, {"+us:", 1, 0}, {"+r", 0, 2}};
    struct ArrowArray made, array, child[2], *children[] = {&child[0], &child[1]};
    for (int i = 0; i < 15; i++) {
        const void *buffers[] = {bytes, bytes, bytes, bytes, sizes};
        produce_array(&made, 4, RELEASE_GOOD);
        made.n_buffers = columns[i].n;
        made.buffers = buffers;
        made.n_children = columns[i].n_children;
        made.children = children;
        for (int64_t k = 0; k < made.n_children; k++)
            produce_array(children[k], 4, RELEASE_GOOD);
        cross(&made, columns[i].format);
    }
    produce_array(&made, 4, RELEASE_GOOD);
    made.n_buffers = 1;
    export_array(verbatim(&made, sizeof(made)), &array, NULL);
    array.release(&array);
    return 0;
}
