/* A stream hands on what another one gave, and spoils it on the way: its own callback is to be
 * mended, not the one that made it.
 *
 * expect: null-count-range error producer main at next by spoils
 * seen: 1 array, 2 streams */
/* SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>

#include "producer.h"

static int get_schema(struct ArrowArrayStream *self, struct ArrowSchema *out) {
    struct ArrowArrayStream *inner = self->private_data;
    return inner->get_schema(inner, out);
}

static int get_next(struct ArrowArrayStream *self, struct ArrowArray *out) { // <- spoils
    struct ArrowArrayStream *inner = self->private_data;
    int status = inner->get_next(inner, out);
    if (status == 0 && out->release)
        out->null_count = out->length + 1;
    return status;
}

static const char *get_last_error(struct ArrowArrayStream *self) {
    struct ArrowArrayStream *inner = self->private_data;
    return inner->get_last_error(inner);
}

static void release(struct ArrowArrayStream *self) {
    struct ArrowArrayStream *inner = self->private_data;
    inner->release(inner);
    free(inner);
    self->release = NULL;
}

int main(void) {
    struct ArrowArrayStream inner, outer, *moved = malloc(sizeof(*moved));
    struct ArrowArray array;
    export_stream(some_stream(1, STREAM_GOOD), &inner);
    *moved = inner;
    inner.release = NULL;
    struct ArrowArrayStream around = {get_schema, get_next, get_last_error, release, moved};
    export_stream(verbatim(&around, sizeof(around)), &outer);
    while (outer.get_next(&outer, &array) == 0 && array.release) // <- next
        array.release(&array);
    outer.release(&outer);
    return 0;
}
