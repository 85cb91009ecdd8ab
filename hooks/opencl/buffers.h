/* buffers: memory objects, and where in the tracker's memory their bytes lie. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef HOOKS_OPENCL_BUFFERS_H
#define HOOKS_OPENCL_BUFFERS_H

#include "report/base/base.h"

struct buffers_place {
    uintptr_t at;
    uint64_t size;
    bool is_read_only; /* to kernels */
};

/** False for images with memory of their own, and for what was made before we looked. */
bool buffers_find(uintptr_t handle, struct buffers_place *place);

/** A new memory object over bytes of another one, or, where @parent is 0, of the host. */
void buffers_add_view(uintptr_t handle, const struct buffers_place *place, uintptr_t parent);

#endif
