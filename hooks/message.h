/* message: the texts that get_last_error gave, which stay the streams' until their next call.
 *
 * A few at a time: one more than there is room for is not watched. Locks: none. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef HOOKS_MESSAGE_H
#define HOOKS_MESSAGE_H

#include <stdatomic.h>

#include "tracker/object.h"

#define MESSAGE_MOST 16

/** Of message.c: a text each, 0 where there is none. */
extern _Atomic uintptr_t message_texts[MESSAGE_MOST];
extern _Atomic unsigned message_count;

/** Asked for each block that is freed. */
static inline bool message_is_lent(uintptr_t address) {
    if (LIKELY(atomic_load_explicit(&message_count, memory_order_relaxed) == 0) || !address)
        return false;
    for (unsigned i = 0; i < MESSAGE_MOST; i++)
        if (atomic_load_explicit(&message_texts[i], memory_order_relaxed) == address)
            return true;
    return false;
}

/** A stream's get_last_error has returned it to caller, whose module's frees are watched from now
 * on. Between hook_enter() and hook_leave(); NULL is fine. */
void message_lend(struct object *stream, uintptr_t text, uintptr_t caller);

/** One of the stream's callbacks is called. */
void message_end(const struct object *stream);

/** free() or its kin was called on such an address. Outside the guard. */
void message_freed(uintptr_t address, uintptr_t caller);

#endif
