/* mangled: what a kernel's mangled name says of its parameters. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef HOOKS_CUDA_MANGLED_H
#define HOOKS_CUDA_MANGLED_H

#include <stdint.h>

/**
 * The parameters that point to const, one bit each, by the Itanium C++ ABI.
 *
 * @return 0 from the first parameter on that is not understood: such a one may be written to
 */
uint64_t mangled_constants(const char *name);

#endif
