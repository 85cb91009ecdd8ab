/* mapping: memory that the host reads and writes between a map and its unmap.
 *
 * Threads: any. Locks: LOCK_RUNTIME, inside. Memory: the arena. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef HOOKS_OPENCL_MAPPING_H
#define HOOKS_OPENCL_MAPPING_H

#include "hooks/opencl/opencl.h"

/** The call maps what @read would read at this pointer; whether it is written as well its flags
 * say. */
void mapping_began(struct opencl_call *call, uintptr_t pointer, const struct order_access *read);

#endif
