/* A producer gives a slice the null count of the whole.
 *
 * options: validate=1
 * expect: null-count-mismatch error producer libproducer.so at export origin export
 * says: null_count is 2
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
    static const uint8_t bits[] = {0xf3};
    static const int32_t numbers[8];
    pass(&(struct lent){.format = "i",
                        .rows = 4,
                        .offset = 4,
                        .null_count = 2,
                        .n_buffers = 2,
                        .buffers = {bits, numbers}});
    return 0;
}
