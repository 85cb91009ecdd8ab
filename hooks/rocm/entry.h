/* entry: functions of HIP that HIP itself hands out. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef HOOKS_ROCM_ENTRY_H
#define HOOKS_ROCM_ENTRY_H

#include "hooks/rocm/rocm.h"

/** Functions of OpenGL that were handed out and left alone. */
uint64_t entry_n_interop(void);

#endif
