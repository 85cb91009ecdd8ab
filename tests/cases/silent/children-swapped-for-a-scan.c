/* DuckDB's scan gives children a callback that does nothing, copies the stream with one as well,
 * reads through the copy and puts all back.
 *
 * expect: nothing
 * seen: 3 arrays, 1 schema, 1 stream */
/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>

#include "producer.h"

static void do_nothing(struct ArrowArrayStream *stream) {
    stream->release = NULL;
}

static void keep_child(struct ArrowSchema *schema) {
    (void)schema;
}

int main(void) {
    struct ArrowArrayStream stream, scan;
    struct ArrowArray array;
    struct ArrowSchema schema;
    void (*saved[2])(struct ArrowSchema *);
    produce_schema(&schema, "+s", "", 2, RELEASE_GOOD);
    struct ArrowSchema held;
    export_schema(verbatim(&schema, sizeof(schema)), &held);
    for (int i = 0; i < 2; i++) {
        saved[i] = held.children[i]->release;
        held.children[i]->release = keep_child;
    }
    export_stream(some_stream(3, STREAM_GOOD), &stream);
    scan = stream;
    scan.release = do_nothing;
    int chunks = 0;
    while (scan.get_next(&scan, &array) == 0 && array.release) {
        array.release(&array);
        chunks++;
    }
    scan.release(&scan);
    printf("%d chunks\n", chunks);
    for (int i = 0; i < 2; i++)
        held.children[i]->release = saved[i];
    held.release(&held);
    stream.release(&stream);
    return 0;
}
