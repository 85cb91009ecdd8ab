/* release: the short way of the end of a tree: its root where it lies, its children inside that.
 *
 * A producer's callback mostly releases all children where they lie, through one function of its
 * own. Where it has done so for a while, one entry point of that function stands in all of them
 * while it runs, in place of a thunk each: the processor knows where it leads. Who is released is
 * told by the struct's address then, or by its members where the producer moved it. An entry point
 * leads to one function for ever, so the producer's own is always called. The first child that was
 * moved or kept ends this for all of its kind. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef HOOKS_RELEASE_H
#define HOOKS_RELEASE_H

#include "hooks/thunk.h"

void release_init(uint64_t callback_timeout_ns);

/** The handlers of the slots of drafts: of the root, of the others. */
uintptr_t release_root(uintptr_t self, uintptr_t b, uintptr_t c, uintptr_t d, uintptr_t caller,
                       uint32_t slot);
uintptr_t release_child(uintptr_t self, uintptr_t b, uintptr_t c, uintptr_t d, uintptr_t caller,
                        uint32_t slot);

/** A node was drawn: if such an entry point stands in its struct, its thunk comes back. */
void release_take_back(uintptr_t self, uint32_t slot);

#endif
