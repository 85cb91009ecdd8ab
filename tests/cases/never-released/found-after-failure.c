/* Calls that return an error and leave what they were to fill live: their reader has no reason to
 * release it, and a second try fills it anew. That is the producer's, not the caller's.
 *
 * expect: never-released warning producer libown.so at call origin call
 * expect: never-released warning producer libown.so at call origin call
 * expect: never-released warning producer main at read origin read
 * file: failing.declare
 * options: declare=failing.declare
 * seen: 3 arrays, 2 schemas, 1 stream */
/* SPDX-License-Identifier: Apache-2.0 */
#include <errno.h>

#include "own.h"
#include "producer.h"

static void release(struct ArrowArray *array) {
    array->release = NULL;
}

static int get_next(struct ArrowArrayStream *self, struct ArrowArray *array) {
    array->length = 3; // what follows was to be filled yet
    array->release = release;
    return EIO;
}

int main(void) {
    struct ArrowArrayStream made, stream;
    struct ArrowSchema schema;
    struct ArrowArray array = {0};
    for (int i = 0; i < 2; i++)
        own_half(&array, &schema); // <- call
    produce_stream(&made, 1, STREAM_GOOD);
    made.get_next = get_next;
    export_stream(verbatim(&made, sizeof(made)), &stream);
    stream.get_next(&stream, &array); // <- read
    stream.release(&stream);
    return 0;
}
