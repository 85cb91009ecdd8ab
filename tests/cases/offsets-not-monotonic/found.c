/* Offsets of a list that go back.
 *
 * options: validate=1
 * expect: offsets-not-monotonic error producer libproducer.so at export origin export
 * says: scores
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
    static const int32_t offsets[] = {0, 3, 2, 5}, numbers[5];
    struct lent item = {
        .format = "i", .name = "item", .rows = 5, .n_buffers = 2, .buffers = {NULL, numbers}};
    struct lent list = {.format = "+l",
                        .name = "scores",
                        .rows = 3,
                        .n_buffers = 2,
                        .buffers = {NULL, offsets},
                        .n_children = 1,
                        .children = {&item}};
    pass(&(struct lent){
        .format = "+s", .rows = 3, .n_buffers = 1, .n_children = 1, .children = {&list}});
    return 0;
}
