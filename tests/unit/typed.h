/* typed: types by their format alone, for tests of buffers; children are of int32. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TESTS_UNIT_TYPED_H
#define TESTS_UNIT_TYPED_H

#include "tracker/type.h"

static inline const struct type *type_named(const char *format) {
    static struct ArrowSchema child = {.format = "i"}, *children[] = {&child, &child};
    struct type_format parsed;
    type_parse(format, &parsed);
    int64_t due = type_n_children(&parsed);
    struct ArrowSchema schema = {
        .format = format, .n_children = due < 0 ? 0 : due, .children = children};
    return type_of(&schema);
}

#endif
