/* moving: which bytes copies and sets read and write. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef HOOKS_ROCM_MOVING_H
#define HOOKS_ROCM_MOVING_H

#include "hooks/box.h"
#include "hooks/rocm/hip.h"

/** The accesses of a copy or a set as a graph's node describes it; BOX_MOST of room. Returns how
 * many there are. */
unsigned moving_of_copy(const struct hip_parms *copy, struct order_access *accesses);
unsigned moving_of_set(const struct hip_memset *set, struct order_access *accesses);

#endif
