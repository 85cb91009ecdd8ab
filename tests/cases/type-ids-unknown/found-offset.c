/* An offset that the child of a dense union has not.
 *
 * options: validate=1
 * expect: type-ids-unknown error producer libproducer.so at export origin export
 * seen: 1 array, 1 schema */
/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>

#include "lend.h"

static void pass(const struct lent *lent) {
    struct ArrowArray array;
    struct ArrowSchema schema;
    export_array(lend(lent), &array, &schema); // <- export
    printf("%ld\n", (long)array.length);
    array.release(&array);
    schema.release(&schema);
}

int main(void) {
    static const int8_t ids[] = {5, 7, 7};
    static const int32_t offsets[] = {0, 0, 3}, numbers[3];
    struct lent child = {
        .format = "i", .name = "n", .rows = 3, .n_buffers = 2, .buffers = {NULL, numbers}};
    pass(&(struct lent){.format = "+ud:5,7",
                        .rows = 3,
                        .n_buffers = 2,
                        .buffers = {ids, offsets},
                        .n_children = 2,
                        .children = {&child, &child}});
    return 0;
}
