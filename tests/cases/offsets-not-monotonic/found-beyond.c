/* Offsets of a list that lead beyond its items.
 *
 * options: validate=1
 * expect: offsets-not-monotonic error producer libproducer.so at export origin export
 * says: offset 9 lies beyond
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
    static const int64_t offsets[] = {0, 3, 9}, numbers[5];
    struct lent item = {
        .format = "l", .name = "item", .rows = 5, .n_buffers = 2, .buffers = {NULL, numbers}};
    pass(&(struct lent){.format = "+L",
                        .rows = 2,
                        .n_buffers = 2,
                        .buffers = {NULL, offsets},
                        .n_children = 1,
                        .children = {&item}});
    return 0;
}
