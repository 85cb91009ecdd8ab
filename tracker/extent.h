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

/** Bytes that buffer i has to hold, 0 where that can't be told. */
uint64_t extent_of_buffer(const struct type *type, const struct ArrowArray *copy, int64_t i,
                          bool is_host);

/** The natural alignment of what buffer i holds. */
uint32_t extent_alignment(const struct type *type, const struct ArrowArray *copy, int64_t i);

/**
 * Bytes of all buffers of the tree, as far as they can be told.
 *
 * @is_host  offsets may be read; else what follows from them counts as nothing
 */
uint64_t extent_bytes(const struct type *type, const struct ArrowArray *array, bool is_host);

/** The array's tree agrees with the type in children, dictionaries and buffer counts. */
bool extent_fits(const struct type *type, const struct ArrowArray *array);

#endif
