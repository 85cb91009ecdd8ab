/* extent: walks a foreign array beside its type. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "tracker/extent.h"

#include "report/base/peek.h"

#define MAX_DEPTH    64
#define MAX_NODES    8192
#define MAX_VARIADIC 64
/* No column is longer: a product of it and any width stays far from overflow. */
#define MAX_LENGTH ((int64_t)1 << 48)

/* What stands in `buffers` by form; of a view the least. */
static int64_t buffers_of(enum type_form form) {
    switch (form) {
    case FORM_UNKNOWN:
    case FORM_NULL: /* some producers leave surplus NULL buffers there */
        return -1;
    case FORM_RUN_END:
        return 0;
    case FORM_NESTED:
    case FORM_SPARSE_UNION:
        return 1;
    case FORM_BITS:
    case FORM_FIXED:
    case FORM_LIST:
    case FORM_DENSE_UNION:
        return 2;
    case FORM_VARIABLE:
    case FORM_LIST_VIEW:
    case FORM_VIEW:
        return 3;
    }
    return -1;
}

static bool has_bitmap(enum type_form form) {
    return form != FORM_UNKNOWN && form != FORM_NULL && form != FORM_RUN_END &&
           form != FORM_DENSE_UNION && form != FORM_SPARSE_UNION;
}

static const void *buffer_of(const struct ArrowArray *copy, int64_t i) {
    const void *buffer;
    if (!copy->buffers || i < 0 || i >= copy->n_buffers ||
        peek(&buffer, &copy->buffers[i], sizeof(buffer)) != 0)
        return NULL;
    return buffer;
}

/* Offset i of a variable-size column: where the data ends. */
static uint64_t offset_at(const void *offsets, uint32_t width, int64_t i) {
    union {
        int32_t narrow;
        int64_t wide;
    } offset = {.wide = 0};
    if (!offsets || peek(&offset, (const char *)offsets + i * width, width) != 0)
        return 0;
    int64_t value = width == sizeof(int32_t) ? offset.narrow : offset.wide;
    return value > 0 && value < MAX_LENGTH ? (uint64_t)value : 0;
}

/* The data buffers of a view column, whose sizes stand in its last buffer. */
static uint64_t variadic_bytes(const struct ArrowArray *copy) {
    const int64_t *sizes = buffer_of(copy, copy->n_buffers - 1);
    uint64_t bytes = 0;
    for (int64_t i = 0; sizes && i < copy->n_buffers - 3 && i < MAX_VARIADIC; i++) {
        int64_t size;
        if (peek(&size, &sizes[i], sizeof(size)) == 0 && size > 0 && size < MAX_LENGTH)
            bytes += (uint64_t)size;
    }
    return bytes;
}

static uint64_t node_bytes(const struct type *type, const struct ArrowArray *copy, bool is_host) {
    if (copy->length < 0 || copy->length > MAX_LENGTH || copy->offset < 0 ||
        copy->offset > MAX_LENGTH || (copy->length == 0 && copy->offset == 0))
        return 0;
    uint64_t n = (uint64_t)(copy->length + copy->offset), width = type->width;
    uint64_t bytes = has_bitmap(type->form) && buffer_of(copy, 0) ? (n + 7) / 8 : 0;
    switch (type->form) {
    case FORM_BITS:
        return bytes + (n + 7) / 8;
    case FORM_FIXED:
        return bytes + n * width;
    case FORM_VARIABLE:
        return bytes + (n + 1) * width +
               (is_host ? offset_at(buffer_of(copy, 1), type->width, (int64_t)n) : 0);
    case FORM_VIEW:
        return bytes + n * width + (is_host ? variadic_bytes(copy) : 0);
    case FORM_LIST:
        return bytes + (n + 1) * width;
    case FORM_LIST_VIEW:
        return bytes + 2 * n * width;
    case FORM_DENSE_UNION:
        return n + n * sizeof(int32_t);
    case FORM_SPARSE_UNION:
        return n;
    case FORM_UNKNOWN:
    case FORM_NULL:
    case FORM_NESTED:
    case FORM_RUN_END:
        break;
    }
    return bytes;
}

/* One walk over the tree: sums, and says whether all fits. */
struct walk {
    uint64_t bytes;
    unsigned nodes_left;
    bool is_host, sums;
};

static bool walk_node(struct walk *walk, const struct type *type, const struct ArrowArray *array,
                      unsigned depth);

static bool walk_children(struct walk *walk, const struct type *type, const struct ArrowArray *copy,
                          unsigned depth) {
    bool fits = true;
    for (uint32_t i = 0; i < type->n_children && walk->nodes_left > 0; i++) {
        struct ArrowArray *child;
        fits = peek(&child, &copy->children[i], sizeof(child)) == 0 &&
               walk_node(walk, type->children[i], child, depth + 1) && fits;
        if (!fits && !walk->sums)
            break;
    }
    if (type->dictionary)
        fits = walk_node(walk, type->dictionary, copy->dictionary, depth + 1) && fits;
    return fits;
}

static bool walk_node(struct walk *walk, const struct type *type, const struct ArrowArray *array,
                      unsigned depth) {
    struct ArrowArray copy;
    if (!type || !array || depth > MAX_DEPTH || walk->nodes_left == 0 ||
        peek(&copy, array, sizeof(copy)) != 0)
        return false;
    walk->nodes_left--;
    int64_t wanted = buffers_of(type->form);
    if (copy.n_children != (int64_t)type->n_children || (copy.n_children > 0 && !copy.children) ||
        !copy.dictionary != !type->dictionary ||
        (type->form == FORM_VIEW ? copy.n_buffers < wanted
                                 : wanted >= 0 && copy.n_buffers != wanted))
        return false;
    if (walk->sums)
        walk->bytes += node_bytes(type, &copy, walk->is_host);
    return walk_children(walk, type, &copy, depth);
}

uint64_t extent_bytes(const struct type *type, const struct ArrowArray *array, bool is_host) {
    struct walk walk = {.nodes_left = MAX_NODES, .is_host = is_host, .sums = true};
    walk_node(&walk, type, array, 0);
    return walk.bytes;
}

bool extent_fits(const struct type *type, const struct ArrowArray *array) {
    struct walk walk = {.nodes_left = MAX_NODES};
    return walk_node(&walk, type, array, 0);
}
