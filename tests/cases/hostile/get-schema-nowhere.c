/* A stream's get_schema is no function, or fails and leaves garbage, which no consumer sees: none
 * asks for the schema. Isolated, we would.
 *
 * options: isolate=1
 * expect: nothing
 * seen: 2 arrays, 2 streams */
/* SPDX-License-Identifier: Apache-2.0 */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "producer.h"

static int fails(struct ArrowArrayStream *stream, struct ArrowSchema *out) {
    (void)stream;
    memset(out, 0x77, sizeof(*out));
    return EIO;
}

int main(void) {
    static const char word[] = "strings";
    int (*const answers[])(struct ArrowArrayStream *, struct ArrowSchema *) = {(void *)word, fails};
    for (int i = 0; i < 2; i++) {
        struct ArrowArrayStream stream, made;
        struct ArrowArray array;
        produce_stream(&made, 1, STREAM_GOOD);
        made.get_schema = answers[i];
        export_stream(verbatim(&made, sizeof(made)), &stream);
        printf("%d\n", stream.get_next(&stream, &array));
        array.release(&array);
        stream.release(&stream);
    }
    return 0;
}
