/* extent: walks a foreign array beside its type. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "tracker/extent.h"

#include "report/base/peek.h"
#include "tracker/given.h"

#define MAX_DEPTH 64
#ifndef MAX_NODES /* as in hooks/handover.c */
#define MAX_NODES 8192
#endif
#define MAX_BUFFERS 64
/* No column is longer: a product of it and any width stays far from overflow. */
#define MAX_LENGTH ((int64_t)1 << 48)
/* No buffer is larger: half of what an address reaches. */
#define MAX_BYTES ((uint64_t)1 << 46)

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

/* Offset i of a variable-size column: where its data begins or ends. */
static bool read_offset(const void *offsets, uint32_t width, int64_t i, uint64_t *offset) {
    union {
        int32_t narrow;
        int64_t wide;
    } read = {.wide = 0};
    if (!offsets || (width != sizeof(int32_t) && width != sizeof(int64_t)) ||
        peek(&read, (const char *)offsets + i * width, width) != 0)
        return false;
    int64_t value = width == sizeof(int32_t) ? read.narrow : read.wide;
    *offset = (uint64_t)value;
    return value >= 0 && value < MAX_LENGTH;
}

/* Rows first to last of so many bytes each, and `more` behind them. */
static bool set_rows(struct extent *extent, const struct ArrowArray *copy, uint64_t width,
                     uint64_t more) {
    uint64_t n = (uint64_t)(copy->offset + copy->length);
    return !__builtin_mul_overflow((uint64_t)copy->offset, width, &extent->begin) &&
           !__builtin_mul_overflow(n + more, width, &extent->end);
}

static bool set_bits(struct extent *extent, const struct ArrowArray *copy) {
    extent->begin = (uint64_t)copy->offset / 8;
    extent->end = ((uint64_t)(copy->offset + copy->length) + 7) / 8;
    return true;
}

/* What the offsets of a variable-size column lead to. */
static bool set_data(struct extent *extent, const struct type *type, const struct ArrowArray *copy,
                     bool is_host) {
    const void *offsets = buffer_of(copy, 1);
    return is_host && read_offset(offsets, type->width, copy->offset, &extent->begin) &&
           read_offset(offsets, type->width, copy->offset + copy->length, &extent->end) &&
           extent->begin <= extent->end;
}

/* The data buffers of a view column: their sizes stand in its last buffer. */
static bool set_variadic(struct extent *extent, const struct ArrowArray *copy, int64_t i,
                         bool is_host) {
    int64_t last = copy->n_buffers - 1;
    extent->begin = 0;
    if (i == last) {
        extent->end = (uint64_t)(copy->n_buffers - 3) * sizeof(int64_t);
        return true;
    }
    return is_host && read_offset(buffer_of(copy, last), sizeof(int64_t), i - 2, &extent->end);
}

/* By form: what stands in buffer i beside a bitmap. */
static bool set_by_form(struct extent *extent, const struct type *type,
                        const struct ArrowArray *copy, int64_t i, bool is_host) {
    switch (type->form) {
    case FORM_BITS:
        return set_bits(extent, copy);
    case FORM_FIXED:
    case FORM_LIST_VIEW:
        return set_rows(extent, copy, type->width, 0);
    case FORM_LIST:
        return set_rows(extent, copy, type->width, 1);
    case FORM_VARIABLE:
        return i == 1 ? set_rows(extent, copy, type->width, 1)
                      : set_data(extent, type, copy, is_host);
    case FORM_VIEW:
        return i == 1 ? set_rows(extent, copy, type->width, 0)
                      : set_variadic(extent, copy, i, is_host);
    case FORM_DENSE_UNION:
        return set_rows(extent, copy, i == 0 ? 1 : sizeof(int32_t), 0);
    case FORM_SPARSE_UNION:
        return set_rows(extent, copy, 1, 0);
    default:
        return true;
    }
}

/* None negative, sums and products far from overflow. */
static bool is_sane(const struct ArrowArray *copy) {
    return copy->length >= 0 && copy->length <= MAX_LENGTH && copy->offset >= 0 &&
           copy->offset <= MAX_LENGTH && copy->n_buffers >= 0 && copy->n_buffers <= INT32_MAX;
}

bool extent_find(struct extent *extent, const struct type *type, const struct ArrowArray *copy,
                 int64_t i, bool is_host) {
    *extent = (struct extent){0};
    int64_t n = extent_n_buffers(type->form);
    if (!is_sane(copy) || i < 0 || i >= copy->n_buffers || n < 0)
        return false;
    /* An empty array may leave out even its first offset; surplus buffers hold nothing. */
    bool is_empty = copy->length == 0 && copy->offset == 0;
    if (is_empty || (i >= n && type->form != FORM_VIEW))
        return true;
    bool is_bitmap = i == 0 && extent_has_bitmap(type->form);
    return (is_bitmap ? set_bits(extent, copy) : set_by_form(extent, type, copy, i, is_host)) &&
           extent->end <= MAX_BYTES;
}

uint64_t extent_of_buffer(const struct type *type, const struct ArrowArray *copy, int64_t i,
                          bool is_host) {
    struct extent extent;
    return extent_find(&extent, type, copy, i, is_host) ? extent.end : 0;
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

/* One walk over the tree. */
struct walk {
    extent_visit visit;
    void *context;
    unsigned nodes_left;
};

/* The rows of a child that its parent's rows reach. */
static void reach(struct extent_node *node) {
    const struct extent_node *parent = node->parent;
    node->first = node->copy.offset;
    node->rows = node->copy.length;
    if (!parent || node->index == EXTENT_DICTIONARY || !parent->is_sane || !node->is_sane)
        return;
    bool is_list = parent->type->form == FORM_FIXED_LIST;
    if (!is_list && parent->type->form != FORM_STRUCT && parent->type->form != FORM_SPARSE_UNION)
        return;
    int64_t width = is_list ? parent->type->width : 1;
    if (__builtin_mul_overflow(parent->first, width, &node->first) ||
        __builtin_mul_overflow(parent->rows, width, &node->rows) ||
        __builtin_add_overflow(node->first, node->copy.offset, &node->first))
        node->is_sane = false;
}

static bool node_fits(const struct extent_node *node) {
    const struct type *type = node->type;
    const struct ArrowArray *copy = &node->copy;
    /* Some producers leave surplus NULL buffers in arrays of nulls. */
    int64_t wanted = type->form == FORM_NULL ? -1 : extent_n_buffers(type->form);
    return copy->n_children == (int64_t)type->n_children &&
           (copy->n_children == 0 || copy->children) && !copy->dictionary == !type->dictionary &&
           (type->form == FORM_VIEW ? copy->n_buffers >= wanted
                                    : wanted < 0 || copy->n_buffers == wanted);
}

static bool walk_node(struct walk *walk, const struct extent_node *parent, uint32_t index,
                      const struct type *type, const struct ArrowArray *array);

static bool walk_children(struct walk *walk, const struct extent_node *node) {
    bool fits = true;
    for (uint32_t i = 0; i < node->type->n_children && walk->nodes_left > 0; i++) {
        struct ArrowArray *child;
        fits = peek(&child, &node->copy.children[i], sizeof(child)) == 0 &&
               walk_node(walk, node, i, node->type->children[i], child) && fits;
        if (!fits && !walk->visit)
            break;
    }
    if (node->type->dictionary)
        fits = walk_node(walk, node, EXTENT_DICTIONARY, node->type->dictionary,
                         node->copy.dictionary) &&
               fits;
    return fits;
}

static bool walk_node(struct walk *walk, const struct extent_node *parent, uint32_t index,
                      const struct type *type, const struct ArrowArray *array) {
    struct extent_node node = {.type = type, .array = array, .parent = parent, .index = index};
    node.depth = parent ? parent->depth + 1 : 0;
    if (!type || !array || node.depth > MAX_DEPTH || walk->nodes_left == 0 ||
        peek(&node.copy, array, sizeof(node.copy)) != 0)
        return false;
    walk->nodes_left--;
    if (!node_fits(&node))
        return false;
    node.is_sane = is_sane(&node.copy);
    reach(&node);
    if (walk->visit && !walk->visit(&node, walk->context))
        return false;
    return walk_children(walk, &node);
}

bool extent_each(const struct type *type, const struct ArrowArray *array, extent_visit visit,
                 void *context) {
    struct walk walk = {.visit = visit, .context = context, .nodes_left = MAX_NODES};
    return walk_node(&walk, NULL, 0, type, array);
}

const void *extent_buffer(const struct extent_node *node, int64_t i) {
    return buffer_of(&node->copy, i);
}

struct sum {
    uint64_t bytes;
    bool is_host;
};

static bool add_bytes(const struct extent_node *node, void *context) {
    struct sum *sum = context;
    sum->bytes += node_bytes(node->type, &node->copy, sum->is_host);
    return true;
}

uint64_t extent_bytes(const struct type *type, const struct ArrowArray *array, bool is_host) {
    struct sum sum = {.is_host = is_host};
    extent_each(type, array, add_bytes, &sum);
    return sum.bytes;
}

bool extent_fits(const struct type *type, const struct ArrowArray *array) {
    return extent_each(type, array, NULL, NULL);
}
