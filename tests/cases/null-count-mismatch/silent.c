/* A slice with its own null count, one with none computed, one with no bitmap.
 *
 * options: validate=1
 * expect: nothing
 * seen: 3 arrays, 3 schemas */
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
    static const uint8_t bits[] = {0xf3};
    static const int32_t numbers[8];
    struct lent lent = {.format = "i",
                        .rows = 4,
                        .offset = 2,
                        .null_count = 2,
                        .n_buffers = 2,
                        .buffers = {bits, numbers}};
    pass(&lent);
    lent.null_count = -1;
    pass(&lent);
    lent.null_count = 0;
    lent.buffers[0] = NULL;
    pass(&lent);
    return 0;
}
