/* A loop that never releases a chunk: each is overwritten by the next, and the last by the stream's
 * end. That is one fault.
 *
 * expect: live-struct-overwritten error caller main at here x3
 * seen: 3 arrays, 1 stream */
/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>

#include "producer.h"

int main(void) {
    struct ArrowArrayStream stream;
    struct ArrowArray chunk;
    int64_t rows = 0;
    export_stream(some_stream(3, STREAM_CLEARS_ALL), &stream);
    do {
        stream.get_next(&stream, &chunk); // <- here
        rows += chunk.release ? chunk.length : 0;
    } while (chunk.release);
    stream.release(&stream);
    printf("%lld\n", (long long)rows);
    return 0;
}
