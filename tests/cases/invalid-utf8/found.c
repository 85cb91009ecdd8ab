/* Latin-1 in a string column.
 *
 * options: validate=1
 * expect: invalid-utf8 warning producer libproducer.so at export origin export
 * says: row 1 of 2
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
    static const int32_t offsets[] = {0, 3, 7};
    pass(&(struct lent){
        .format = "u", .rows = 2, .n_buffers = 3, .buffers = {NULL, offsets, "teacaf\xe9"}});
    return 0;
}
