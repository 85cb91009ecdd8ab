/* Offsets that start above 0, that stay where a list is empty, and senseless ones beside the rows.
 *
 * options: validate=1
 * expect: nothing
 * seen: 1 array, 1 schema */
/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>

#include "lend.h"

static void pass(const struct lent *lent) {
    struct ArrowArray array;
    struct ArrowSchema schema;
    export_array(lend(lent), &array, &schema);
    printf("%ld\n", (long)array.length);
    array.release(&array);
    schema.release(&schema);
}

int main(void) {
    static const int32_t offsets[] = {9, 2, 2, 5, 0}, numbers[5];
    struct lent item = {
        .format = "i", .name = "item", .rows = 5, .n_buffers = 2, .buffers = {NULL, numbers}};
    pass(&(struct lent){.format = "+l",
                        .rows = 2,
                        .offset = 1,
                        .n_buffers = 2,
                        .buffers = {NULL, offsets},
                        .n_children = 1,
                        .children = {&item}});
    return 0;
}
