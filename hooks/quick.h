/* quick: the short way of a flat array that is handed over by a function that only gives, and is
 * released where it lies.
 *
 * On this way nothing is locked, captured or asked of the kernel, so no guard is held: all of it
 * may be left by a jump at any instruction. It is taken while each of a few questions has the plain
 * answer; the first other answer leads to the long way, which finds all as it was. Nothing that a
 * report could show may differ. Threads: each has a desk with what it needs. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef HOOKS_QUICK_H
#define HOOKS_QUICK_H

#include "hooks/call.h"

/** @is_on  false: the long way for all (every step is to be recorded) */
void quick_init(bool is_on, uint64_t callback_timeout_ns);

/** Nothing has to be looked at before the real function of this call runs: it gives, and no struct
 * of ours stands where it writes. */
bool quick_before(const struct hook_call *call);

/** After quick_before() and the real function: what it gave is kept. False: call_after() has to. */
bool quick_after(const struct hook_call *call);

/** The same for the first structure of a thread, after call_before(). */
bool quick_begin(const struct hook_call *call, const struct call_passage *passage);

/** The handlers of the slots of drafts: of the root, of the others. */
uintptr_t quick_release(uintptr_t self, uintptr_t b, uintptr_t c, uintptr_t d, uintptr_t caller,
                        uint32_t slot);
uintptr_t quick_release_child(uintptr_t self, uintptr_t b, uintptr_t c, uintptr_t d,
                              uintptr_t caller, uint32_t slot);

/** Tell the tracker what was counted so far. */
void quick_count(void);

/** Only the forking thread has a desk. */
void quick_fork_child(void);

#endif
