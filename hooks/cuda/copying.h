/* copying: which bytes copies and sets read and write. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef HOOKS_CUDA_COPYING_H
#define HOOKS_CUDA_COPYING_H

#include <cuda.h>

#include "hooks/box.h"

/** The accesses of a copy or a set as a graph's node describes it; BOX_MOST of room. Returns
 * how many there are. */
unsigned copying_of_copy(const CUDA_MEMCPY3D *copy, struct order_access *accesses);
unsigned copying_of_set(const CUDA_MEMSET_NODE_PARAMS *set, struct order_access *accesses);

#endif
