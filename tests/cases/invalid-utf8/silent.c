/* UTF-8 in a string column, anything in a null row and in a binary column.
 *
 * options: validate=1
 * expect: nothing
 * seen: 2 arrays, 2 schemas */
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
    static const int32_t offsets[] = {0, 5, 6, 10};
    static const uint8_t bits[] = {5};
    struct lent lent = {.format = "u",
                        .rows = 3,
                        .null_count = 1,
                        .n_buffers = 3,
                        .buffers = {bits, offsets, "caf\xc3\xa9\xff\xf0\x9f\x98\x80"}};
    pass(&lent);
    lent.format = "z";
    lent.null_count = 0;
    lent.buffers[0] = NULL;
    pass(&lent);
    return 0;
}
