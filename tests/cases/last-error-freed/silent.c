/* Consumers copy the text; the producer frees it where it may: at the next call and the release.
 *
 * expect: nothing
 * seen: 1 array, 1 stream */
/* SPDX-License-Identifier: Apache-2.0 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "producer.h"

static char *text;
static int n_calls;
static void (*release)(struct ArrowArrayStream *);

static int get_next(struct ArrowArrayStream *stream, struct ArrowArray *out) {
    free(text);
    text = NULL;
    if (n_calls++ == 2) {
        produce_array(out, 4, RELEASE_GOOD);
        return 0;
    }
    text = strdup("no more disk");
    return EIO;
}

static const char *get_last_error(struct ArrowArrayStream *stream) {
    return text;
}

static void release_all(struct ArrowArrayStream *stream) {
    free(text);
    stream->release = release;
    release(stream);
}

static void read_one(struct ArrowArrayStream *stream) {
    struct ArrowArray array;
    if (stream->get_next(stream, &array) == 0) {
        array.release(&array);
        return;
    }
    char *copy = strdup(stream->get_last_error(stream));
    puts(copy);
    free(copy);
}

int main(void) {
    struct ArrowArrayStream stream, made;
    produce_stream(&made, 1, STREAM_GOOD);
    release = made.release;
    made.get_next = get_next;
    made.get_last_error = get_last_error;
    made.release = release_all;
    export_stream(verbatim(&made, sizeof(made)), &stream);
    for (int i = 0; i < 4; i++)
        read_one(&stream);
    stream.release(&stream);
    return 0;
}
