/* A stream's get_next releases what stands in the struct that it is to fill: there stands what its
 * caller copied elsewhere and released.
 *
 * expect: double-release error consumer main at here before release origin export
 * seen: 1 array, 1 stream */
/* SPDX-License-Identifier: Apache-2.0 */
#include "producer.h"

static int get_next(struct ArrowArrayStream *self, struct ArrowArray *out) {
    (void)self;
    if (out->release)
        out->release(out); // <- here
    out->release = NULL;
    return 0;
}

static void release(struct ArrowArrayStream *self) {
    self->release = NULL;
}

int main(void) {
    struct ArrowArray array, copy;
    struct ArrowArrayStream stream, made = {.get_next = get_next, .release = release};
    export_stream(verbatim(&made, sizeof(made)), &stream);
    export_array(some_array(4, RELEASE_GOOD), &array, NULL); // <- export
    copy = array;
    copy.release(&copy); // <- release
    stream.get_next(&stream, &array);
    stream.release(&stream);
    return 0;
}
