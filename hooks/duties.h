/* duties: what hook_enter() and hook_leave() may have to do, where the short way reads it at each
 * step without a call.
 *
 * Threads: each word is one atomic. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef HOOKS_DUTIES_H
#define HOOKS_DUTIES_H

#include <stdatomic.h>

#include "report/base/thread.h"

extern struct hook_duties {
    _Atomic uint64_t rescan_until; /* owned by shim/slots.c: modules may have come; 0: none has */
    _Atomic int snapshot_signal;   /* a snapshot was asked for by it, 0: none was */
    _Atomic bool is_active;        /* false: hooks and thunks only pass through */
    _Atomic bool has_begun;        /* structures have been seen */
} hook_duties;

/** Outside the guard, with a handler for faults: hook_enter() would do nothing but guard. */
static inline bool hook_is_settled(void) {
    return atomic_load_explicit(&hook_duties.rescan_until, memory_order_relaxed) == 0 &&
           atomic_load_explicit(&hook_duties.snapshot_signal, memory_order_relaxed) == 0 &&
           atomic_load_explicit(&hook_duties.is_active, memory_order_relaxed) &&
           atomic_load_explicit(&hook_duties.has_begun, memory_order_acquire) &&
           thread_self.has_stack;
}

#endif
