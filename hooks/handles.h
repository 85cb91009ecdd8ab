/* handles: a word for each handle of a runtime's: what was learnt of it once.
 *
 * Open addressing, never shrunk: a handle that is gone keeps its place for the next one of that
 * value. Threads: any, no lock. A table that is full forgets what comes. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef HOOKS_HANDLES_H
#define HOOKS_HANDLES_H

#include <stdatomic.h>
#include <stdint.h>

#define HANDLES_MOST 4096

/** All zero is an empty one. */
struct handles {
    struct {
        _Atomic uintptr_t handle, word;
    } slots[HANDLES_MOST];
};

/** @word 0: nothing is known any more */
void handles_put(struct handles *handles, uintptr_t handle, uintptr_t word);
/** 0: nothing is known. */
uintptr_t handles_get(struct handles *handles, uintptr_t handle);

#endif
