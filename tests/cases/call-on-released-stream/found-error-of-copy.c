/* A layer in the middle keeps a copy of a stream; its consumer gives up after an error and releases
 * the stream, and the layer asks the copy what went wrong.
 *
 * expect: call-on-released-stream error consumer main at here before release origin export
 * seen: 1 array, 1 schema, 1 stream */
/* SPDX-License-Identifier: Apache-2.0 */
#include "producer.h"

int main(void) {
    struct ArrowArrayStream stream, copy;
    struct ArrowArray array;
    struct ArrowSchema schema;
    export_stream(some_stream(3, STREAM_FAILS), &stream); // <- export
    copy = stream;
    stream.get_schema(&stream, &schema);
    schema.release(&schema);
    while (stream.get_next(&stream, &array) == 0 && array.release)
        array.release(&array);
    stream.release(&stream);    // <- release
    copy.get_last_error(&copy); // <- here
    return 0;
}
