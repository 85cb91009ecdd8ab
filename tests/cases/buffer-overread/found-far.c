/* The kernel is given many more bytes than a buffer has, then a value far behind it is read: both
 * lie beyond the last byte of that buffer, and in none of an array that was released.
 *
 * options: isolate=guard
 * expect: buffer-overread warning consumer main at over origin export
 * seen: 1 array, 1 schema */
/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <unistd.h>

#include "lend.h"

int main(void) {
    static const int64_t values[1 << 16] = {3, 4, 5, 6};
    struct ArrowArray array;
    struct ArrowSchema schema;
    struct lent lent = {.format = "l", .rows = 4, .n_buffers = 2, .buffers = {NULL, values}};
    int ends[2];
    if (pipe(ends))
        return 1;
    export_array(lend(&lent), &array, &schema); // <- export
    const int64_t *lent_values = array.buffers[1];
    printf("%zd\n", write(ends[1], lent_values, 20000)); // <- over
    printf("%ld\n", (long)lent_values[50000]);
    array.release(&array);
    schema.release(&schema);
    return 0;
}
