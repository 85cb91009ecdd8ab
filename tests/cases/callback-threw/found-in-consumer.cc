/* An exception leaves get_next and the frames of a consumer that would have released the stream.
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

static void drain(struct ArrowArrayStream *stream) {
    struct ArrowArray array;
    stream->get_next(stream, &array); // <- here
    stream->release(stream);
}

int main() {
    struct ArrowArrayStream stream, made = {};
    produce_stream(&made, 1, STREAM_GOOD);
    made.get_next = get_next;
    made.release = release;
    export_stream(verbatim(&made, sizeof(made)), &stream);
    try {
        drain(&stream);
    } catch (int number) {
        std::printf("caught %d\n", number);
    }
    return 0;
}
