/* A producer's own callback moves on to the next of its states.
 *
 * expect: nothing
 * seen: 1 stream */
/* SPDX-License-Identifier: Apache-2.0 */
#include "producer.h"

static int states[2];

static int get_next(struct ArrowArrayStream *self, struct ArrowArray *array) {
    array->release = NULL; // the end
    self->private_data = &states[1];
    return 0;
}

static const char *get_last_error(struct ArrowArrayStream *self) {
    (void)self;
    return NULL;
}

static void release(struct ArrowArrayStream *self) {
    self->release = NULL;
}

int main(void) {
    struct ArrowArray array;
    struct ArrowArrayStream stream, made = {.get_next = get_next,
                                            .get_last_error = get_last_error,
                                            .release = release,
                                            .private_data = &states[0]};
    export_stream(verbatim(&made, sizeof(made)), &stream);
    stream.get_next(&stream, &array);
    stream.release(&stream);
    return 0;
}
