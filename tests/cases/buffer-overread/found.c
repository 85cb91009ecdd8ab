/* A consumer reads one value more than the array has, and gets what it does without us.
 *
 * options: isolate=guard
 * expect: buffer-overread warning consumer main at over origin export
 * seen: 1 array, 1 schema */
/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>

#include "lend.h"

int main(void) {
    static const int64_t values[] = {3, 4, 5, 6, 9};
    int64_t total = 0;
    struct ArrowArray array;
    struct ArrowSchema schema;
    struct lent lent = {.format = "l", .rows = 4, .n_buffers = 2, .buffers = {NULL, values}};
    export_array(lend(&lent), &array, &schema); // <- export
    const int64_t *lent_values = array.buffers[1];
    for (int i = 0; i <= 4; i++)
        total += lent_values[i]; // <- over
    printf("%ld\n", (long)total);
    array.release(&array);
    schema.release(&schema);
    return 0;
}
