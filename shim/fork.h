/* fork: a child of fork starts with our locks free, its own record and, with follow_fork=0, as a
 * passive process. vfork needs nothing: its child is told by its pid and only passes through. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SHIM_FORK_H
#define SHIM_FORK_H

#include "report/base/options.h"

/** Register the fork handlers. Once; keeps the pointer. First of all in the process, so that no
 * other handler runs while ours holds the locks. */
void fork_init(const struct shim_options *options);

#endif
