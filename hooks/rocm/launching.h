/* launching: which memory a kernel may touch, by the pointers among its parameters. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef HOOKS_ROCM_LAUNCHING_H
#define HOOKS_ROCM_LAUNCHING_H

#include "hooks/rocm/hip.h"
#include "tracker/order.h"

/** Pointers of one launch that are looked at. */
#define LAUNCHING_MOST 64

/** The accesses that a graph's kernel may make; LAUNCHING_MOST of room. Returns how many there are.
 */
unsigned launching_of_kernel(const struct hip_kernel *kernel, struct order_access *accesses);

/** Launches whose kernel's name told nothing of its parameters. */
uint64_t launching_n_unread(void);

#endif
