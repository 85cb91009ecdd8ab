/* A stream whose callbacks are NULL or data, one that returns nonsense, one that yields garbage.
 *
 * expect: uninitialised-struct error both main at here
 * seen: 2 streams */
/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <string.h>

#include "producer.h"

static int next_garbage(struct ArrowArrayStream *stream, struct ArrowArray *out) {
    (void)stream;
    memset(out, 0x77, sizeof(*out));
    return 0;
}

static int fails(struct ArrowArrayStream *stream, struct ArrowArray *out) {
    (void)stream;
    memset(out, 0x77, sizeof(*out));
    return -12345;
}

int main(void) {
    struct ArrowArrayStream stream, made;
    struct ArrowArray array;
    produce_stream(&made, 1, STREAM_GOOD);
    made.get_next = fails;
    made.get_schema = NULL;
    made.get_last_error = NULL;
    export_stream(verbatim(&made, sizeof(made)), &stream);
    printf("%d\n", stream.get_next(&stream, &array));
    stream.release(&stream);

    produce_stream(&made, 1, STREAM_GOOD);
    made.get_next = next_garbage;
    export_stream(verbatim(&made, sizeof(made)), &stream);
    printf("%d\n", stream.get_next(&stream, &array)); // <- here
    stream.release(&stream);
    return 0;
}
