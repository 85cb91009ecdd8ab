/* Memory of the copy has served others since: a late read is found all the same.
 *
 * options: isolate=1:quarantine_mb=1
 * expect: buffer-used-after-release error consumer main at late before drop origin export
 * seen: 20 arrays, 20 schemas */
/* SPDX-License-Identifier: Apache-2.0 */
#include <stdbool.h>
#include <stdio.h>

#include "lend.h"

#define ROWS 100000
enum { ROUNDS = 20 };

static int64_t values[ROWS];

static const int64_t *take(void) {
    struct ArrowArray array;
    struct ArrowSchema schema;
    struct lent lent = {.format = "l", .rows = ROWS, .n_buffers = 2, .buffers = {NULL, values}};
    export_array(lend(&lent), &array, &schema); // <- export
    const int64_t *kept = array.buffers[1];
    array.release(&array); // <- drop
    schema.release(&schema);
    return kept;
}

int main(void) {
    const int64_t *kept = take();
    for (int round = 1; round < ROUNDS; round++)
        take();
    bool is_there = kept[5] >= 0; // <- late
    printf("%d\n", is_there);
    return 0;
}
