/* A stale copy of a stream is read after the stream was released: EINVAL, and no array.
 *
 * expect: call-on-released-stream error consumer main at second before first origin export
 * seen: 1 stream */
/* SPDX-License-Identifier: Apache-2.0 */
#include <errno.h>
#include <stdio.h>

#include "producer.h"

int main(void) {
    struct ArrowArrayStream stream, copy;
    struct ArrowArray array;
    export_stream(some_stream(2, STREAM_GOOD), &stream); // <- export
    copy = stream;
    stream.release(&stream);                 // <- first
    int code = copy.get_next(&copy, &array); // <- second
    printf("EINVAL %d, an array %d\n", code == EINVAL, array.release != NULL);
    return 0;
}
