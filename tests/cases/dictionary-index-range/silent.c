/* A null index may be anything, and an unsigned one above 127.
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
    static const uint8_t codes[] = {0, 200, 255}, bits[] = {3};
    static const int64_t numbers[201];
    struct lent values = {.format = "l", .rows = 201, .n_buffers = 2, .buffers = {NULL, numbers}};
    pass(&(struct lent){.format = "C",
                        .rows = 3,
                        .null_count = 1,
                        .n_buffers = 2,
                        .buffers = {bits, codes},
                        .dictionary = &values});
    return 0;
}
