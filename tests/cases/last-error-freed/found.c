/* A consumer frees the text that it was lent (apache/arrow-rs#4660): by free, and by realloc as it
 * makes room for more.
 *
 * expect: last-error-freed error consumer main at freed before asked
 * expect: last-error-freed error consumer main at grown before asked-again
 * seen: 1 stream */
/* SPDX-License-Identifier: Apache-2.0 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "producer.h"

static int get_next(struct ArrowArrayStream *stream, struct ArrowArray *out) {
    return EIO;
}

static const char *get_last_error(struct ArrowArrayStream *stream) {
    return strdup("no more disk");
}

int main(void) {
    struct ArrowArrayStream stream, made;
    struct ArrowArray array;
    produce_stream(&made, 1, STREAM_GOOD);
    made.get_next = get_next;
    made.get_last_error = get_last_error;
    export_stream(verbatim(&made, sizeof(made)), &stream);
    printf("%d\n", stream.get_next(&stream, &array) == EIO);
    char *text = (char *)stream.get_last_error(&stream); // <- asked
    free(text);                                          // <- freed
    printf("%d\n", stream.get_next(&stream, &array) == EIO);
    text = (char *)stream.get_last_error(&stream); // <- asked-again
    text = realloc(text, 4096);                    // <- grown
    free(text);
    stream.release(&stream);
    return 0;
}
