/* A stream whose chunk has a child that its schema does not have.
 *
 * expect: schema-array-mismatch error producer libproducer.so at chunk by giver
 * seen: 1 array, 1 schema, 1 stream */
/* SPDX-License-Identifier: Apache-2.0 */
#include "producer.h"

static int next_struct(struct ArrowArrayStream *stream, struct ArrowArray *out) { // <- giver
    (void)stream;
    produce_struct(out, 4, 1, RELEASE_GOOD);
    return 0;
}

static int get_struct(struct ArrowArrayStream *stream, struct ArrowSchema *out) {
    (void)stream;
    produce_schema(out, "+s", "", 0, RELEASE_GOOD);
    return 0;
}

int main(void) {
    struct ArrowArrayStream stream, made;
    struct ArrowArray array;
    struct ArrowSchema schema;
    produce_stream(&made, 1, STREAM_GOOD);
    made.get_schema = get_struct;
    made.get_next = next_struct;
    export_stream(verbatim(&made, sizeof(made)), &stream);
    stream.get_schema(&stream, &schema);
    stream.get_next(&stream, &array); // <- chunk
    array.release(&array);
    schema.release(&schema);
    stream.release(&stream);
    return 0;
}
