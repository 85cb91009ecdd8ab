/* A producer changes what it has not lent: bytes beside the rows, bits of a bitmap beside them, and
 * all of it before the export and after the release.
 *
 * options: isolate=1
 * expect: nothing
 * seen: 1 array, 1 schema */
/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <string.h>

#include "lend.h"

int main(void) {
    static uint8_t bits[] = {0xff, 0xff};
    static int16_t numbers[16];
    struct lent lent = {.format = "s",
                        .rows = 10,
                        .offset = 2,
                        .null_count = -1,
                        .n_buffers = 2,
                        .buffers = {bits, numbers}};
    struct ArrowArray array;
    struct ArrowSchema schema;
    numbers[5] = 1;
    export_array(lend(&lent), &array, &schema);
    bits[0] = 0xfc;
    bits[1] = 0x0f;
    numbers[0] = numbers[1] = numbers[12] = 9;
    printf("%d\n", ((const int16_t *)array.buffers[1])[5]);
    array.release(&array);
    schema.release(&schema);
    memset(numbers, 1, sizeof(numbers));
    return 0;
}
