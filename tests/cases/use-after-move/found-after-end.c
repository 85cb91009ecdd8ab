/* A struct that a stream's end was written to is filled again and given away: to hand it over once
 * more is a fault all the same.
 *
 * expect: use-after-move error consumer main at again
 * file: ends.declare
 * options: declare=ends.declare
 * seen: 2 arrays, 1 stream */
/* SPDX-License-Identifier: Apache-2.0 */
#include "own.h"
#include "producer.h"

int main(void) {
    struct ArrowArrayStream stream;
    struct ArrowArray chunk;
    export_stream(some_stream(1, STREAM_GOOD), &stream);
    while (stream.get_next(&stream, &chunk) == 0 && chunk.release)
        own_take_some(&chunk);
    stream.release(&stream);
    own_next(1, &chunk);
    own_take_some(&chunk);
    own_look(&chunk); // <- again
    return 0;
}
