/* A producer ends the program from inside get_next: the stream could not be released by anybody.
 *
 * expect: nothing
 * status: 7
 * seen: 1 stream */
/* SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>

#include "producer.h"

static int get_next(struct ArrowArrayStream *stream, struct ArrowArray *out) {
    (void)stream;
    (void)out;
    exit(7);
}

int main(void) {
    struct ArrowArrayStream stream, made;
    struct ArrowArray array;
    produce_stream(&made, 1, STREAM_GOOD);
    made.get_next = get_next;
    export_stream(verbatim(&made, sizeof(made)), &stream);
    return stream.get_next(&stream, &array);
}
