/* extent: walks a foreign array beside its type. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "tracker/extent.h"

#include "report/base/peek.h"
#include "tracker/given.h"

#define MAX_DEPTH   64
#define MAX_NODES   8192
#define MAX_BUFFERS 64
/* No column is longer: a product of it and any width stays far from overflow. */
#define MAX_LENGTH ((int64_t)1 << 48)

int64_t extent_n_buffers(enum type_form form) {
    switch (form) {
    case FORM_UNKNOWN:
        return -1;
    case FORM_NULL:
    case FORM_RUN_END:
        return 0;
    case FORM_STRUCT:
    case FORM_FIXED_LIST:
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

bool extent_has_bitmap(enum type_form form) {
    return form != FORM_UNKNOWN && form != FORM_NULL && form != FORM_RUN_END &&
           form != FORM_DENSE_UNION && form != FORM_SPARSE_UNION;
}

/* Buffer i, NULL too where there is none or the list of them can't be read. */
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

/* The data buffers of a view column: their sizes stand in its last buffer. */
static uint64_t variadic_bytes(const struct ArrowArray *copy, int64_t i, bool is_host) {
    if (i == copy->n_buffers - 1)
        return (uint64_t)(copy->n_buffers - 3) * sizeof(int64_t);
    return is_host ? offset_at(buffer_of(copy, copy->n_buffers - 1), sizeof(int64_t), i - 2) : 0;
}

/* By form, of n rows: what stands in buffer i beside a bitmap. */
static uint64_t bytes_of_rows(const struct type *type, const struct ArrowArray *copy, int64_t i,
                              uint64_t n, bool is_host) {
    uint64_t width = type->width;
    switch (type->form) {
    case FORM_BITS:
        return (n + 7) / 8;
    case FORM_FIXED:
    case FORM_LIST_VIEW:
        return n * width;
    case FORM_LIST:
        return (n + 1) * width;
    case FORM_VARIABLE:
        if (i == 1)
            return (n + 1) * width;
        return is_host ? offset_at(buffer_of(copy, 1), type->width, (int64_t)n) : 0;
    case FORM_VIEW:
        return i == 1 ? n * width : variadic_bytes(copy, i, is_host);
    case FORM_DENSE_UNION:
        return i == 0 ? n : n * sizeof(int32_t);
    case FORM_SPARSE_UNION:
        return n;
    default:
        return 0;
    }
}

static bool is_sane(const struct ArrowArray *copy) {
    return copy->length >= 0 && copy->length <= MAX_LENGTH && copy->offset >= 0 &&
           copy->offset <= MAX_LENGTH && (copy->length > 0 || copy->offset > 0);
}

uint64_t extent_of_buffer(const struct type *type, const struct ArrowArray *copy, int64_t i,
                          bool is_host) {
    if (!is_sane(copy) || i < 0 || i >= copy->n_buffers)
        return 0;
    uint64_t n = (uint64_t)(copy->length + copy->offset);
    if (i == 0 && extent_has_bitmap(type->form))
        return (n + 7) / 8;
    return bytes_of_rows(type, copy, i, n, is_host);
}

uint32_t extent_alignment(const struct type *type, const struct ArrowArray *copy, int64_t i) {
    switch (type->form) {
    case FORM_FIXED:
        return i == 1 ? type->alignment : 1;
    case FORM_VARIABLE:
    case FORM_LIST:
        return i == 1 ? type->width : 1;
    case FORM_LIST_VIEW:
        return i > 0 ? type->width : 1;
    case FORM_VIEW:
        return i == 1 || (i > 1 && i == copy->n_buffers - 1) ? sizeof(int64_t) : 1;
    case FORM_DENSE_UNION:
        return i == 1 ? sizeof(int32_t) : 1;
    default:
        return 1;
    }
}

/* A bitmap that is left out takes nothing; what cannot be read is not counted. */
static uint64_t node_bytes(const struct type *type, const struct ArrowArray *copy, bool is_host) {
    uint64_t bytes = 0;
    for (int64_t i = 0; i < copy->n_buffers && i < MAX_BUFFERS; i++)
        if (i > 0 || !extent_has_bitmap(type->form) || buffer_of(copy, 0))
            bytes += given_size(buffer_of(copy, i), extent_of_buffer(type, copy, i, is_host));
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
    /* Some producers leave surplus NULL buffers in arrays of nulls. */
    int64_t wanted = type->form == FORM_NULL ? -1 : extent_n_buffers(type->form);
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
