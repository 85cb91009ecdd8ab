/* say_extent: how much memory lies at a buffer is known to its allocator only; a report counts what
 * it is told. Here a pool hands out pages of 64 KiB, and an array of two rows keeps one alive. The
 * schema says of what type the rows are.
 *
 *     examples/say_extent.c:34:5: error: array#1 never released, 64.0 KiB [never-released]
 *       what    array#1  ArrowArray  int64  2 rows  64.0 KiB host
 *
 * exit: 97
 * SPDX-License-Identifier: Apache-2.0 */
#include "shim/arrowdev_check.h"

#include <stdio.h>

#include "numbers.h"

static struct ArrowArray kept;

static void *page(void) {
    void *memory = calloc(1, 65536);
    arrowdev_check_buffer_extent(memory, 65536);
    return memory;
}

int main(void) {
    struct ArrowSchema schema;
    numbers_fill(&kept, 2);
    ((struct numbers *)kept.private_data)->buffers[1] = page();
    numbers_schema(&schema);
    arrowdev_check_gives(ARROWDEV_CHECK_ARRAY, &kept);
    arrowdev_check_gives(ARROWDEV_CHECK_SCHEMA, &schema);
    arrowdev_check_pair(ARROWDEV_CHECK_ARRAY, &kept, &schema);
    schema.release(&schema);
    printf("%d rows\n", (int)kept.length);
    arrowdev_check_takes(ARROWDEV_CHECK_ARRAY, &kept);
    return 0;
}
