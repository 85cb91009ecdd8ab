/* wrong_offsets: a producer writes lengths where the format wants offsets.
 *
 *   examples/column.c:135:12: error: offsets lead nowhere in array#1 [offsets-not-monotonic]
 *
 *     what    array#1  ArrowArray  string  3 rows  20 B host
 *     who     producer (wrong_offsets)      observed      1 time
 *
 *     owner      ms      thread  event     by                         owner afterwards
 *           >   1.171    main    get_next  column_read column.c:135   libcolumn.so at 0x7ffd..f070 (made by wrong_offsets)
 *                                                                     -- row 1 of 3: offset 2 follows offset 3
 *
 *     now     #0 column_read          examples/column.c:135
 *             #1 main                 examples/wrong_offsets.c:45
 *     origin  as now
 *
 *     spec    C Data Interface, "The ArrowArray structure", table
 *             Offsets, views and run ends rise and stay inside what they lead to (columnar format, physical memory layout).
 *             https://arrow.apache.org/docs/format/CDataInterface.html#c.ArrowArray.buffers
 *     fix     Write the offsets of array#1 anew: each is the one before it plus the length of a row.
 *     more    arrowdev-check explain offsets-not-monotonic        mute: offsets-not-monotonic fun:column_read reason:".."
 */
/* SPDX-License-Identifier: Apache-2.0 */
/* With validate=1: what stands in the buffers is looked at when they are handed over. */
#include "column.h"

static void release(struct ArrowArray *array) {
    array->release = NULL;
}

static void release_schema(struct ArrowSchema *schema) {
    schema->release = NULL;
}

static void schema(struct ArrowSchema *out) {
    *out = (struct ArrowSchema){.format = "u", .name = "word", .release = release_schema};
}

static void chunk(struct ArrowArray *out) {
    static const int32_t lengths[] = {3, 3, 2, 4}; /* lengths where offsets belong */
    static const void *buffers[] = {NULL, lengths, "teamugcup"};
    *out = (struct ArrowArray){.length = 3, .n_buffers = 3, .buffers = buffers, .release = release};
}

int main(void) {
    column_read(schema, chunk);
    return 0;
}
