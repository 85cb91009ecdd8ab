/* opaque: handles among a kernel's parameters behind which memory stands: texture objects over
 * linear memory, and tensor maps, which are passed by value. Arrays of CUDA's own, and surfaces,
 * which stand on them, hold no buffers of Arrow's. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef HOOKS_CUDA_OPAQUE_H
#define HOOKS_CUDA_OPAQUE_H

#include "tracker/order.h"

/** Accesses by the handles in a parameter's bytes; at most @most, returns how many. */
unsigned opaque_reached(const char *bytes, size_t size, struct order_access *accesses,
                        unsigned most);

#endif
