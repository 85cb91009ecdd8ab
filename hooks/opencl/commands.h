/* commands: what command buffers hold (cl_khr_command_buffer).
 *
 * Threads: any. Locks: LOCK_RUNTIME, inside. Memory: the arena. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef HOOKS_OPENCL_COMMANDS_H
#define HOOKS_OPENCL_COMMANDS_H

#include "hooks/opencl/opencl.h"

/** The accesses of a command that the call puts into its command buffer. */
void commands_keep(const struct opencl_call *call, const struct order_access *accesses, unsigned n);

/** The call's arguments as its row has them; @arguments has room for all of a row's. */
void commands_align(struct opencl_call *call, uintptr_t *arguments);

/** The queue on which the call runs a command buffer; 0 when it cannot be told. */
uintptr_t commands_queue(const struct opencl_call *call);

#endif
