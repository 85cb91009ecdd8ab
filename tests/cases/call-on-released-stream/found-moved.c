/* The struct that a stream was moved out of is asked for more, before the stream was used at its
 * new place, and after: refused, and the stream itself goes on.
 *
 * expect: call-on-released-stream error consumer main at before
 * expect: call-on-released-stream error consumer main at after
 * seen: 1 array, 1 schema, 1 stream */
/* SPDX-License-Identifier: Apache-2.0 */
#include "producer.h"

int main(void) {
    struct ArrowArrayStream stream, moved;
    struct ArrowSchema schema;
    struct ArrowArray array;
    export_stream(some_stream(3, STREAM_GOOD), &stream);
    moved = stream;
    stream.release = NULL;
    stream.get_next(&stream, &array); // <- before
    moved.get_schema(&moved, &schema);
    schema.release(&schema);
    stream.get_schema(&stream, &schema); // <- after
    int code = moved.get_next(&moved, &array);
    array.release(&array);
    moved.release(&moved);
    return code;
}
