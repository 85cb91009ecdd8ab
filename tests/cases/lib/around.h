/* around: a stream around another one, which it takes and hands every call on to. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef CASES_LIB_AROUND_H
#define CASES_LIB_AROUND_H

#include <stdlib.h>

#include "tracker/abi/arrow.h"

static struct ArrowArrayStream *around_inner(struct ArrowArrayStream *self) {
    return (struct ArrowArrayStream *)self->private_data;
}

static int around_get_schema(struct ArrowArrayStream *self, struct ArrowSchema *out) {
    return around_inner(self)->get_schema(around_inner(self), out);
}

static int around_get_next(struct ArrowArrayStream *self, struct ArrowArray *out) {
    return around_inner(self)->get_next(around_inner(self), out);
}

static const char *around_get_last_error(struct ArrowArrayStream *self) {
    return around_inner(self)->get_last_error(around_inner(self));
}

static void around_release(struct ArrowArrayStream *self) {
    around_inner(self)->release(around_inner(self));
    free(self->private_data);
    self->release = NULL;
}

static void around_fill(struct ArrowArrayStream *inner, struct ArrowArrayStream *out) {
    struct ArrowArrayStream *moved = (struct ArrowArrayStream *)malloc(sizeof(*moved));
    *moved = *inner;
    inner->release = NULL;
    *out = (struct ArrowArrayStream){around_get_schema, around_get_next, around_get_last_error,
                                     around_release, moved};
}

#endif
