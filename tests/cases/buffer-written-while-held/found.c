/* A consumer sets a value in the buffer that it was lent.
 *
 * options: isolate=1
 * expect: buffer-written-while-held error both main at write origin export
 * seen: 1 array, 1 schema */
/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>

#include "lend.h"

static void reset(int64_t *values) {
    values[2] = 0; // <- write
}

int main(void) {
    static int64_t values[] = {3, 4, 5, 6};
    struct ArrowArray array;
    struct ArrowSchema schema;
    struct lent lent = {.format = "l", .rows = 4, .n_buffers = 2, .buffers = {NULL, values}};
    export_array(lend(&lent), &array, &schema); // <- export
    int64_t *lent_values = (int64_t *)array.buffers[1];
    reset(lent_values);
    printf("%ld\n", (long)lent_values[2]);
    array.release(&array);
    schema.release(&schema);
    return 0;
}
