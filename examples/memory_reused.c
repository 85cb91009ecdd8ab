/* memory_reused: a producer fills its memory anew while the consumer holds what lies there.
 *
 *   examples/memory_reused.c:56:5: error: buffer 1 (values) of array#1 was changed by its producer's side while it was held [buffer-written-while-held]
 *
 *     what    array#1  ArrowArray  int64  3 rows  24 B host
 *     who     producer (memory_reused)      inferred      1 time
 *
 *     owner      ms      thread  event     by                        owner afterwards
 *               1.108    main    get_next  main memory_reused.c:53   memory_reused at 0x7ffd..27f0 (made by memory_reused)
 *               1.163    main    release   main memory_reused.c:56   nobody
 *           >   1.167    main    compare   main memory_reused.c:56   - -- row 1 of 3: 15 at the hand-over, 0 now
 *
 *     now     #0 main                 examples/memory_reused.c:56
 *     origin  #0 main                 examples/memory_reused.c:53
 *
 *     spec    C Data Interface, "Mutability", SHOULD
 *             Exported buffers are left as they are while a consumer holds them.
 *             https://arrow.apache.org/docs/format/CDataInterface.html#mutability
 *     fix     Write to a copy of your own: buffers of array#1 may be changed or used again once it is released.
 *     more    arrowdev-check explain buffer-written-while-held        mute: buffer-written-while-held fun:main reason:".."
 */
/* SPDX-License-Identifier: Apache-2.0 */
/* With isolate=1: at the release the memory is compared with a copy made at the hand-over. */
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

static int64_t prices[] = {12, 15, 9};

static void chunk(struct ArrowArray *out) {
    static const void *buffers[] = {NULL, prices};
    *out = (struct ArrowArray){.length = 3, .n_buffers = 2, .buffers = buffers, .release = release};
}

int main(void) {
    struct ArrowArrayStream stream;
    struct ArrowSchema type;
    struct ArrowArray array;
    column_stream_of(&stream, schema, chunk);
    stream.get_schema(&stream, &type);
    stream.get_next(&stream, &array);
    prices[1] = 0; /* the next batch, in the memory of the one that is lent */
    printf("%lld\n", (long long)((const int64_t *)array.buffers[1])[1]);
    array.release(&array);
    type.release(&type);
    stream.release(&stream);
    return 0;
}
