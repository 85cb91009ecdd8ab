/* An exception leaves get_next; afterwards the stream can still be released.
 *
 * expect: callback-threw error producer main at here by callback
 * seen: 1 stream */
/* SPDX-License-Identifier: Apache-2.0 */
#include <cstdint>
#include <cstdio>

extern "C" {
#include "producer.h"
}

static int get_next(struct ArrowArrayStream *, struct ArrowArray *) { // <- callback
    throw 42;
}

static void release(struct ArrowArrayStream *stream) {
    stream->release = nullptr;
}

int main() {
    struct ArrowArrayStream stream, made = {};
    struct ArrowArray array;
    produce_stream(&made, 1, STREAM_GOOD);
    made.get_next = get_next;
    made.release = release;
    export_stream(verbatim(&made, sizeof(made)), &stream);
    try {
        stream.get_next(&stream, &array); // <- here
    } catch (int number) {
        std::printf("caught %d\n", number);
    }
    stream.release(&stream);
    return 0;
}
