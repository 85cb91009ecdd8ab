/* stream_two_threads: two threads read one stream at the same time.
 *
 *   examples/stream_two_threads.c:41:9: error: get_next of stream#1 called while thread 21679 is inside its get_next [concurrent-get-next]
 *
 *     what    stream#1  ArrowArrayStream
 *     who     consumer (stream_two_threads)      observed      1 time
 *
 *     owner      ms      thread  event     by                                 owner afterwards
 *              10.128    main    export    begin column.c:117                 libcolumn.so at 0x55cf..e060 (annotation)
 *              10.359    21679   get_next  read_one stream_two_threads.c:41   stream_two_threads at 0x55cf..e060
 *           > 113.844    main    get_next  read_one stream_two_threads.c:41   stream_two_threads at 0x55cf..e060
 *
 *     now     #0 read_one             examples/stream_two_threads.c:41
 *             #1 main                 examples/stream_two_threads.c:51
 *     before  #0 read_one             examples/stream_two_threads.c:41
 *     origin  #0 begin                examples/column.c:117
 *             #1 column_stream_of     examples/column.c:126
 *             #2 main                 examples/stream_two_threads.c:48
 *
 *     spec    C Stream Interface, "Thread safety", SHOULD
 *             The callbacks of one stream are called by one thread at a time.
 *             https://arrow.apache.org/docs/format/CStreamInterface.html#thread-safety
 *     fix     Serialise the calls on stream#1 with a lock.
 *     more    arrowdev-check explain concurrent-get-next        mute: concurrent-get-next fun:read_one reason:".."
 */
/* SPDX-License-Identifier: Apache-2.0 */
#include <pthread.h>
#include <unistd.h>

#include "column.h"

static struct ArrowArrayStream stream;

static void slow_chunk(struct ArrowArray *out) {
    usleep(200000);
    column_fill(out);
}

static void *read_one(void *unused) {
    struct ArrowArray chunk;
    if (stream.get_next(&stream, &chunk) == 0 && chunk.release)
        chunk.release(&chunk);
    return unused;
}

int main(void) {
    pthread_t other;
    column_stream_of(&stream, column_schema, slow_chunk);
    pthread_create(&other, NULL, read_one, NULL);
    usleep(100000);
    read_one(NULL); /* no lock around the two */
    pthread_join(other, NULL);
    stream.release(&stream);
    return 0;
}
