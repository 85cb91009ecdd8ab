/* A stream at its end is released by its own get_next.
 *
 * expect: nothing
 * seen: 1 stream */
/* SPDX-License-Identifier: Apache-2.0 */
#include "producer.h"

static void release(struct ArrowArrayStream *self) {
    self->release = NULL;
}

static int get_next(struct ArrowArrayStream *self, struct ArrowArray *array) {
    array->release = NULL; // the end
    self->release(self);
    return 0;
}

static const char *get_last_error(struct ArrowArrayStream *self) {
    (void)self;
    return NULL;
}

int main(void) {
    struct ArrowArray array;
    struct ArrowArrayStream stream,
        made = {.get_next = get_next, .get_last_error = get_last_error, .release = release};
    export_stream(verbatim(&made, sizeof(made)), &stream);
    stream.get_next(&stream, &array);
    return stream.release != NULL;
}
