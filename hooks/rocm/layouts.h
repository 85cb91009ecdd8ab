/* layouts: where the parameters of kernels lie, as far as anything tells it: the code object that a
 * module was loaded from, else the mangled name.
 *
 * Threads: any. Locks: LOCK_RUNTIME, never held when a function returns. Memory: the arena; without
 * it nothing is known of a kernel. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef HOOKS_ROCM_LAYOUTS_H
#define HOOKS_ROCM_LAYOUTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** Parameters of a kernel, as many as are looked at. */
#define LAYOUTS_MOST 64

struct layout {
    bool is_told;     /* all of them are known */
    bool has_offsets; /* ... and their places in a buffer of parameters */
    unsigned n;
    uint64_t constants; /* bit of each that points to const */
    uint16_t offset[LAYOUTS_MOST];
    uint16_t size[LAYOUTS_MOST]; /* in bytes; 0: not looked at */
};

/** A module was loaded from this image, or is gone with all its kernels. */
void layouts_loaded(uintptr_t module, uintptr_t image);
void layouts_unload(uintptr_t module);
/** A module gave this function for the name. */
void layouts_given(uintptr_t function, uintptr_t module, const char *name);
bool layouts_is_given(uintptr_t function);
/** The host's code has kernels of this image, to be read when one of them is asked about; a
 * function of it stands for one. @name  lives as long as the module */
void layouts_fat(uintptr_t module, uintptr_t image);
void layouts_stands_for(uintptr_t function, uintptr_t module, const char *name);

/** Of a function that a module gave, or of one that stands for a kernel in the host's code. */
struct layout layouts_of(uintptr_t function, bool is_of_module);

#endif
