/* metadata: what a code object for AMD's devices says of its kernels' parameters.
 *
 * The image is the program's, of unknown size: it is read with care, once. Threads: any; no lock.
 * Source: LLVM, User Guide for AMDGPU Backend, "Code Object Metadata", version 3 and later; Clang
 * Offload Bundler, "Bundled Binary File Layout"; the MessagePack specification. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef HOOKS_ROCM_METADATA_H
#define HOOKS_ROCM_METADATA_H

#include "hooks/rocm/layouts.h"

struct metadata_kernel {
    const char *name; /* not ended; good in the callback alone */
    size_t length;
    struct layout layout; /* its parameters */
};

/** Calls @each for each kernel of an image: of an object, or of the first one of a bundle. An image
 * of another form has none. */
void metadata_read(uintptr_t image,
                   void (*each)(const struct metadata_kernel *kernel, uintptr_t data),
                   uintptr_t data);

#endif
