/* stream_after_release: a stream is read after it was released.
 *
 *   examples/stream_after_release.c:34:9: error: get_next of stream#1 called after its release [call-on-released-stream]
 *
 *     what    stream#1  ArrowArrayStream
 *     who     consumer (stream_after_release)      observed      1 time
 *
 *     owner      ms      thread  event     by                               owner afterwards
 *               0.604    main    export    begin column.c:117               libcolumn.so at 0x7ffc..7c50 (annotation)
 *               0.625    main    release   main stream_after_release.c:33   nobody (struct at 0x7ffc..7c50)
 *           >   0.641    main    get_next  main stream_after_release.c:34   libcolumn.so at 0x7ffc..7c50
 *
 *     now     #0 main                 examples/stream_after_release.c:34
 *     before  #0 main                 examples/stream_after_release.c:33
 *     origin  #0 begin                examples/column.c:117
 *             #1 column_stream        examples/column.c:121
 *             #2 main                 examples/stream_after_release.c:31
 *
 *     spec    C Stream Interface, "The ArrowArrayStream structure", MUST NOT
 *             Once a stream is released none of its callbacks may be called.
 *             https://arrow.apache.org/docs/format/CStreamInterface.html#the-arrowarraystream-structure
 *     fix     Call it before the stream is released at examples/stream_after_release.c:33.
 *     more    arrowdev-check explain call-on-released-stream        mute: call-on-released-stream fun:main reason:".."
 */
/* SPDX-License-Identifier: Apache-2.0 */
#include "column.h"

int main(void) {
    struct ArrowArrayStream stream;
    struct ArrowArray chunk;
    column_stream(&stream);
    int (*next)(struct ArrowArrayStream *, struct ArrowArray *) = stream.get_next;
    stream.release(&stream);
    if (next(&stream, &chunk) == 0 && chunk.release) /* its memory is gone */
        chunk.release(&chunk);
    return 0;
}
