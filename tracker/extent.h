/* extent: how many bytes the buffers of an array hold, as its type and lengths say.
 *
 * The array and its tree are foreign memory, read by peek. Locks: none. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TRACKER_EXTENT_H
#define TRACKER_EXTENT_H

#include "tracker/abi/arrow.h"
#include "tracker/type.h"

/**
 * Bytes of all buffers of the tree, as far as they can be told.
 *
 * @is_host  offsets may be read; else what follows from them counts as nothing
 */
uint64_t extent_bytes(const struct type *type, const struct ArrowArray *array, bool is_host);

/** The array's tree agrees with the type in children, dictionaries and buffer counts. */
bool extent_fits(const struct type *type, const struct ArrowArray *array);

#endif
