/* A program leaves get_next by siglongjmp; the stream is released all the same.
 *
 * expect: nothing
 * seen: 1 stream */
/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>

#include "producer.h"

static int get_next(struct ArrowArrayStream *stream, struct ArrowArray *out) {
    (void)stream;
    (void)out;
    siglongjmp(producer_jump, 1);
}

int main(void) {
    struct ArrowArrayStream stream, made;
    struct ArrowArray array;
    produce_stream(&made, 1, STREAM_GOOD);
    made.get_next = get_next;
    export_stream(verbatim(&made, sizeof(made)), &stream);
    if (sigsetjmp(producer_jump, 1) == 0)
        stream.get_next(&stream, &array);
    else
        puts("back again");
    stream.release(&stream);
    return 0;
}
