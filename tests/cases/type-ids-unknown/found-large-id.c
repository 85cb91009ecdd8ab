/* A type id that no byte holds is no child's, whatever is left of it in 64 bits.
 *
 * options: validate=1
 * expect: type-ids-unknown error producer libproducer.so at export origin export
 * says: row 1 of 3
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
    static const int8_t ids[] = {0, 5, 5};
    static const int32_t offsets[] = {0, 0, 1}, numbers[3];
    struct lent child = {
        .format = "i", .name = "n", .rows = 3, .n_buffers = 2, .buffers = {NULL, numbers}};
    pass(&(struct lent){.format = "+ud:0,18446744073709551621",
                        .rows = 3,
                        .n_buffers = 2,
                        .buffers = {ids, offsets},
                        .n_children = 2,
                        .children = {&child, &child}});
    return 0;
}
