/* kernel: which memory a kernel may touch, by the pointers among its parameters. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef HOOKS_CUDA_KERNEL_H
#define HOOKS_CUDA_KERNEL_H

#include "tracker/order.h"

/** Pointers of one launch that are looked at. */
#define KERNEL_MOST 64

/**
 * The accesses that a launch may make.
 *
 * @params    as given to the launch, or NULL
 * @extra     the other form, or NULL
 * @accesses  KERNEL_MOST of them
 * @return    how many there are
 */
unsigned kernel_accesses(uintptr_t function, void *const *params, void *const *extra,
                         struct order_access *accesses);

#endif
