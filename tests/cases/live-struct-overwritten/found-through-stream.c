/* A stream around another one hands on the caller's struct: who forgot to release what stood there
 * is the caller, not the stream between.
 *
 * expect: live-struct-overwritten error caller main at here x2
 * seen: 3 arrays, 2 streams */
/* SPDX-License-Identifier: Apache-2.0 */
#include "own.h"
#include "producer.h"

int main(void) {
    struct ArrowArrayStream inner, stream;
    struct ArrowArray chunk;
    export_stream(some_stream(3, STREAM_GOOD), &inner);
    own_around(&inner, &stream);
    export_stream(verbatim(&stream, sizeof(stream)), &stream);
    for (int i = 0; i < 3; i++)
        stream.get_next(&stream, &chunk); // <- here
    chunk.release(&chunk);
    stream.release(&stream);
    return 0;
}
