/* A loop that reads a stream and forgets to release the chunk before it asks for the next.
 *
 * expect: live-struct-overwritten error caller main at here x2
 * seen: 3 arrays, 1 stream */
/* SPDX-License-Identifier: Apache-2.0 */
#include "producer.h"

int main(void) {
    struct ArrowArrayStream stream;
    struct ArrowArray chunk;
    export_stream(some_stream(3, STREAM_GOOD), &stream);
    for (int i = 0; i < 3; i++)
        stream.get_next(&stream, &chunk); // <- here
    chunk.release(&chunk);
    stream.release(&stream);
    return 0;
}
