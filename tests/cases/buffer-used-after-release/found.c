/* A consumer keeps a pointer to the values, releases the array and sums them up.
 *
 * options: isolate=1
 * expect: buffer-used-after-release error consumer main at late before drop origin export
 * seen: 1 array, 1 schema */
/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>

#include "lend.h"

static const int64_t values[] = {3, 4, 5, 6};

static int64_t sum(const int64_t *of) {
    int64_t total = 0;
    for (int i = 0; i < 4; i++)
        total += of[i]; // <- late
    return total;
}

static void drop(struct ArrowArray *array) {
    array->release(array); // <- drop
}

int main(void) {
    struct ArrowArray array;
    struct ArrowSchema schema;
    struct lent lent = {.format = "l", .rows = 4, .n_buffers = 2, .buffers = {NULL, values}};
    export_array(lend(&lent), &array, &schema); // <- export
    const int64_t *kept = array.buffers[1];
    printf("%ld\n", (long)kept[0]);
    drop(&array);
    schema.release(&schema);
    printf("%ld\n", (long)sum(kept));
    return 0;
}
