/* demangle: names of C++ and Rust functions as their authors write them. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RENDER_DEMANGLE_H
#define RENDER_DEMANGLE_H

#include <stddef.h>

/** C++ without parameters and return type, Rust (both manglings) without its hash, Cython as Python
 * has it; others unchanged. The result stays. */
const char *demangle_function(const char *symbol);

/** A demangled name in at most `width` characters: template arguments go first, then its front. */
const char *demangle_shorten(const char *name, size_t width);

#endif
