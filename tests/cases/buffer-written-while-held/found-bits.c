/* A producer makes a row null, and changes a word, while both are held; nobody releases the second
 * array, so that the end of the process compares it.
 *
 * options: isolate=1:leaks=0
 * expect: buffer-written-while-held error producer libproducer.so at drop origin bits
 * expect: buffer-written-while-held error producer libproducer.so at words origin words
 * says: row 9 of 10: valid at the hand-over, null now
 * says: row 1 of 3
 * seen: 2 arrays, 2 schemas */
/* SPDX-License-Identifier: Apache-2.0 */
#include "lend.h"

int main(void) {
    static uint8_t bits[] = {0xff, 0xff};
    static int16_t numbers[12];
    static char letters[] = "abbbc";
    static int32_t offsets[] = {0, 1, 4, 5};
    struct lent lent = {.format = "s",
                        .rows = 10,
                        .offset = 2,
                        .null_count = -1,
                        .n_buffers = 2,
                        .buffers = {bits, numbers}};
    struct lent word = {
        .format = "u", .rows = 3, .n_buffers = 3, .buffers = {NULL, offsets, letters}};
    struct ArrowArray array, words;
    struct ArrowSchema schema;
    export_array(lend(&lent), &array, &schema); // <- bits
    schema.release(&schema);
    export_array(lend(&word), &words, &schema); // <- words
    schema.release(&schema);
    bits[1] = 0xf7;
    letters[3] = 'x';
    array.release(&array); // <- drop
    return 0;
}
