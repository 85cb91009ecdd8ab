/* Copies are made of memory that earlier ones had: what lies behind each buffer reads as zeros all
 * the same, and the rows are the array's own.
 *
 * options: isolate=1:quarantine_mb=1
 * expect: nothing
 * seen: 60 arrays, 60 schemas */
/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <string.h>

#include "lend.h"

#define MOST  150000
#define PAGE  4096
#define SPARE (PAGE / 8)
enum { ROUNDS = 60, COLUMNS = 3 };

static int64_t values[COLUMNS][MOST + SPARE];

static int64_t rows_of(int round, int column) {
    static const int64_t base[] = {120000, 5000, 17};
    return base[column] + (int64_t)round * 37 % 4000 / (column + 1);
}

static int64_t fill(int round) {
    int64_t rows = MOST;
    memset(values, 0, sizeof(values));
    for (int c = 0; c < COLUMNS; c++)
        rows = rows_of(round, c) < rows ? rows_of(round, c) : rows;
    for (int c = 0; c < COLUMNS; c++)
        for (int64_t i = 0; i < rows_of(round, c); i++)
            values[c][i] = round * 1000 + c + 1;
    return rows;
}

static int count_wrong(const struct ArrowArray *column, int round, int c) {
    const int64_t *read = column->buffers[1];
    int wrong = 0;
    for (int64_t i = 0; i < column->length; i++)
        wrong += read[i] != round * 1000 + c + 1;
    /* The first column has pages of its own, to their end. */
    for (int64_t i = column->length;
         i < column->length + 8 || (c == 0 && (uintptr_t)&read[i] % PAGE); i++)
        wrong += read[i] != 0;
    return wrong;
}

int main(void) {
    int wrong = 0;
    for (int round = 0; round < ROUNDS; round++) {
        struct ArrowArray array;
        struct ArrowSchema schema;
        struct lent columns[COLUMNS];
        struct lent lent = {.format = "+s", .rows = fill(round), .n_buffers = 1, .n_children = 3};
        for (int c = 0; c < COLUMNS; c++) {
            columns[c] = (struct lent){.format = "l",
                                       .name = "n",
                                       .rows = rows_of(round, c),
                                       .n_buffers = 2,
                                       .buffers = {NULL, values[c]}};
            lent.children[c] = &columns[c];
        }
        export_array(lend(&lent), &array, &schema);
        for (int c = 0; c < COLUMNS; c++)
            wrong += count_wrong(array.children[c], round, c);
        array.release(&array);
        schema.release(&schema);
    }
    printf("%d wrong\n", wrong);
    return 0;
}
