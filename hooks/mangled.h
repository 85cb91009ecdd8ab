/* mangled: what a kernel's mangled name says of its parameters. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef HOOKS_MANGLED_H
#define HOOKS_MANGLED_H

#include <stdbool.h>
#include <stdint.h>

/** Parameters by the Itanium C++ ABI, up to the first that is not understood; 64 at most. */
struct mangled {
    uint64_t pointers;  /* bit of each that is a pointer */
    uint64_t constants; /* ... to const: no other is sure not to be written to */
    bool is_complete;   /* all were understood */
};
struct mangled mangled_read(const char *name);

#endif
