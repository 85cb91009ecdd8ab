/* A consumer ignores the offset of a batch, and takes its first rows for those of the whole.
 *
 * options: isolate=front
 * expect: buffer-underread warning consumer main at under origin export
 * seen: 1 array, 1 schema */
/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>

#include "lend.h"

int main(void) {
    static const int64_t values[] = {3, 4, 5, 6, 7, 8};
    struct lent column = {
        .format = "l", .name = "n", .rows = 6, .n_buffers = 2, .buffers = {NULL, values}};
    struct lent lent = {.format = "+s",
                        .rows = 2,
                        .offset = 3,
                        .n_buffers = 1,
                        .n_children = 1,
                        .children = {&column}};
    struct ArrowArray array;
    struct ArrowSchema schema;
    export_batch(lend(&lent), &array, &schema); // <- export
    const int64_t *lent_values = array.children[0]->buffers[1];
    printf("%ld\n", (long)lent_values[0]); // <- under
    array.release(&array);
    schema.release(&schema);
    return 0;
}
