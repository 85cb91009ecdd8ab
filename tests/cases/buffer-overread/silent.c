/* A consumer reads whole words of eight bytes, the last one of which the rows fill in part.
 *
 * options: isolate=guard
 * expect: nothing
 * seen: 1 array, 1 schema */
/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>

#include "lend.h"

int main(void) {
    static const int32_t values[8] __attribute__((aligned(8))) = {3, 4, 5};
    struct ArrowArray array;
    struct ArrowSchema schema;
    struct lent lent = {.format = "i", .rows = 3, .n_buffers = 2, .buffers = {NULL, values}};
    export_array(lend(&lent), &array, &schema);
    const int64_t *words = array.buffers[1];
    printf("%ld\n", (long)(words[0] + words[1]));
    array.release(&array);
    schema.release(&schema);
    return 0;
}
