/* extent: how many bytes the buffers of an array hold, as its type and lengths say.
 *
 * The array and its tree are foreign memory, read by peek. Locks: none. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TRACKER_EXTENT_H
#define TRACKER_EXTENT_H

#include "tracker/abi/arrow.h"
#include "tracker/type.h"

/** How many buffers an array of this form has; of a view the least. -1: not known. */
int64_t extent_n_buffers(enum type_form form);

/** Its first buffer is a validity bitmap. */
bool extent_has_bitmap(enum type_form form);

/** The bytes of a buffer, counted from its address: the array's own rows lie in begin to end. */
struct extent {
    uint64_t begin, end;
};

/**
 * The bytes of buffer i; a missing bitmap has them too.
 *
 * @copy     the array's struct; its buffers are read by peek
 * @is_host  offsets may be read
 * @return   false where they can't be told: unknown type, senseless lengths, offsets that can't be
 *           read or lead backwards
 */
bool extent_find(struct extent *extent, const struct type *type, const struct ArrowArray *copy,
                 int64_t i, bool is_host);

/** Bytes that buffer i has to hold, 0 where that can't be told. */
uint64_t extent_of_buffer(const struct type *type, const struct ArrowArray *copy, int64_t i,
                          bool is_host);

/** The natural alignment of what buffer i holds. */
uint32_t extent_alignment(const struct type *type, const struct ArrowArray *copy, int64_t i);

/** In place of a child's index. */
#define EXTENT_DICTIONARY UINT32_MAX

/** One array of a tree beside its type; valid while the visitor runs. */
struct extent_node {
    const struct type *type;
    const struct ArrowArray *array;   /* where it stands, foreign */
    const struct extent_node *parent; /* NULL for the root */
    uint32_t index;                   /* among the parent's children, or EXTENT_DICTIONARY */
    uint32_t depth;                   /* 0 for the root */
    int64_t first, rows;              /* what the root's rows reach, `offset` counted in */
    bool is_sane; /* lengths and offsets can be a column's: first, rows mean something */
    struct ArrowArray copy;
};

/** False: nothing below this node is visited, and the walk says that not all fits. */
typedef bool (*extent_visit)(const struct extent_node *node, void *context);

/**
 * Visit each array of the tree, parents before children, the dictionary last.
 *
 * @visit   NULL: only see whether all fits
 * @return  the tree agrees with the type; what doesn't is left out
 */
bool extent_each(const struct type *type, const struct ArrowArray *array, extent_visit visit,
                 void *context);

/** The address of the node's buffer i, NULL too where it can't be read. */
const void *extent_buffer(const struct extent_node *node, int64_t i);

/**
 * Bytes of all buffers of the tree, as far as they can be told.
 *
 * @is_host  offsets may be read; else what follows from them counts as nothing
 */
uint64_t extent_bytes(const struct type *type, const struct ArrowArray *array, bool is_host);

/** The array's tree agrees with the type in children, dictionaries and buffer counts. */
bool extent_fits(const struct type *type, const struct ArrowArray *array);

#endif
