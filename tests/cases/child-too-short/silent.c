/* A slice whose children are whole, longer children, lists of any length, no rows, a child that was
 * moved out, a schema that is not known, lengths beyond all memory.
 *
 * expect: nothing
 * seen: 8 arrays, 7 schemas */
/* SPDX-License-Identifier: Apache-2.0 */
#include "producer.h"

static int32_t offsets[1024];

/* Give away a struct with one child of so many rows. */
static void cross(const char *format, int64_t offset, int64_t rows, int64_t rows_of_child) {
    const void *buffers[] = {NULL, offsets, offsets};
    struct ArrowArray array, made;
    struct ArrowSchema schema;
    produce_struct(&made, rows, 1, RELEASE_GOOD);
    made.n_buffers = format[1] == 'l' ? 2 : 1;
    made.buffers = buffers;
    made.offset = offset;
    made.children[0]->length = rows_of_child;
    export_array(verbatim(&made, sizeof(made)), &array, NULL);
    produce_schema(&schema, format, "", 1, RELEASE_GOOD);
    fake_drop(import_array(&array, &schema));
}

int main(void) {
    struct ArrowArray array, made;
    struct ArrowSchema schema;
    cross("+s", 2, 4, 6);
    cross("+s", 0, 4, 100);
    cross("+w:3", 1, 4, 15);
    cross("+l", 0, 4, 0);
    cross("+s", 5, 0, 0);
    cross("+w:2147483647", INT64_MAX - 4, 4, INT64_MAX);

    produce_struct(&made, 4, 2, RELEASE_GOOD);
    made.children[1]->release = NULL;
    made.children[1]->length = 0;
    export_array(verbatim(&made, sizeof(made)), &array, NULL);
    produce_schema(&schema, "+s", "", 2, RELEASE_GOOD);
    fake_drop(import_array(&array, &schema));

    produce_struct(&made, 4, 1, RELEASE_GOOD);
    made.children[0]->length = 1;
    export_array(verbatim(&made, sizeof(made)), &array, NULL);
    array.release(&array);
    return 0;
}
