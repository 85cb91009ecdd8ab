/* A consumer adds the offset of the batch to its column's.
 *
 * options: isolate=front
 * expect: nothing
 * seen: 1 array, 1 schema */
/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>

#include "lend.h"

int main(void) {
    static const int64_t values[] = {3, 4, 5, 6, 7, 8};
    static const uint8_t bits[] = {0xff};
    struct lent column = {.format = "l",
                          .name = "n",
                          .rows = 5,
                          .offset = 1,
                          .null_count = -1,
                          .n_buffers = 2,
                          .buffers = {bits, values}};
    struct lent lent = {.format = "+s",
                        .rows = 2,
                        .offset = 2,
                        .n_buffers = 1,
                        .n_children = 1,
                        .children = {&column}};
    struct ArrowArray array;
    struct ArrowSchema schema;
    export_batch(lend(&lent), &array, &schema);
    const struct ArrowArray *child = array.children[0];
    const int64_t *first = (const int64_t *)child->buffers[1] + array.offset + child->offset;
    const uint8_t *valid = child->buffers[0];
    printf("%ld %d\n", (long)(first[0] + first[1]), valid[(array.offset + child->offset) / 8]);
    array.release(&array);
    schema.release(&schema);
    return 0;
}
