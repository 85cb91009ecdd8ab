/* An index into a dictionary that is shorter.
 *
 * options: validate=1
 * expect: dictionary-index-range error producer libproducer.so at export origin export
 * says: index 2
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
    static const int8_t codes[] = {0, 1, 2};
    static const int64_t numbers[2];
    struct lent values = {.format = "l", .rows = 2, .n_buffers = 2, .buffers = {NULL, numbers}};
    pass(&(struct lent){
        .format = "c", .rows = 3, .n_buffers = 2, .buffers = {NULL, codes}, .dictionary = &values});
    return 0;
}
