/* late_read: a consumer keeps a pointer to the values of an array that it has released.
 *
 *   examples/late_read.c:49:18: error: buffer 1 (values) of array#1 read after its release [buffer-used-after-release]
 *
 *     what    array#1  ArrowArray  int64  3 rows  24 B host
 *     who     consumer (late_read)      observed      1 time
 *
 *     owner      ms      thread  event     by                    owner afterwards
 *               1.369    main    get_next  main late_read.c:58   late_read at 0x7fff..9ad0 (made by late_read)
 *               1.408    main    release   main late_read.c:60   nobody (struct at 0x7fff..9ad0)
 *           >   1.471    main    read      sum late_read.c:49    - -- row 0 of 3
 *
 *     now     #0 sum                  examples/late_read.c:49
 *             #1 main                 examples/late_read.c:63
 *     before  #0 main                 examples/late_read.c:60
 *     origin  #0 main                 examples/late_read.c:58
 *
 *     spec    C Data Interface, "Release callback semantics -- for consumers", MUST NOT
 *             After the release callback the structure and any associated data may not be touched.
 *             https://arrow.apache.org/docs/format/CDataInterface.html#release-callback-semantics-for-consumers
 *     fix     Keep array#1 until sum is done with it, or copy what it needs before the release at examples/late_read.c:60.
 *     more    arrowdev-check explain buffer-used-after-release        mute: buffer-used-after-release fun:sum reason:".."
 */
/* SPDX-License-Identifier: Apache-2.0 */
/* With isolate=1: the consumer is given a copy, whose pages are closed at the release. */
#include <stdio.h>

#include "column.h"

static void release(struct ArrowArray *array) {
    array->release = NULL;
}

static void release_schema(struct ArrowSchema *schema) {
    schema->release = NULL;
}

static void schema(struct ArrowSchema *out) {
    *out = (struct ArrowSchema){.format = "l", .name = "price", .release = release_schema};
}

static void chunk(struct ArrowArray *out) {
    static const int64_t prices[] = {12, 15, 9};
    static const void *buffers[] = {NULL, prices};
    *out = (struct ArrowArray){.length = 3, .n_buffers = 2, .buffers = buffers, .release = release};
}

static int64_t sum(const int64_t *prices) {
    return prices[0] + prices[1] + prices[2];
}

int main(void) {
    struct ArrowArrayStream stream;
    struct ArrowSchema type;
    struct ArrowArray array;
    column_stream_of(&stream, schema, chunk);
    stream.get_schema(&stream, &type);
    stream.get_next(&stream, &array);
    const int64_t *prices = array.buffers[1];
    array.release(&array);
    type.release(&type);
    stream.release(&stream);
    printf("%lld\n", (long long)sum(prices));
    return 0;
}
