/* reading: what the driver answers of a graph's nodes. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef HOOKS_CUDA_READING_H
#define HOOKS_CUDA_READING_H

#include <cuda.h>

#include "hooks/nodes.h"

extern const struct nodes_source reading_source;

/** The accesses of a kernel node; KERNEL_MOST of room. */
unsigned reading_kernel(const CUDA_KERNEL_NODE_PARAMS *params, struct order_access *accesses);

#endif
