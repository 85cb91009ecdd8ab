/* pair: which array and schema capsules belong together because one module made them one after the
 * other.
 *
 * Two capsules made by one module, or by one Python file, on one thread with no other Arrow capsule
 * in between are candidates; whether their trees agree is for the caller to see. Locks: LOCK_PAIR.
 */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TRACKER_PAIR_H
#define TRACKER_PAIR_H

#include <stdatomic.h>

#include "tracker/object.h"

void pair_init(void);

/** A capsule around the struct at this address was made on this thread.
 *
 * @maker  the same for what one module or file makes; 0: not known */
void pair_made(uintptr_t address, enum object_kind kind, uintptr_t maker);

/** True: some capsule was made. */
extern _Atomic bool pair_has_any;
static inline bool pair_has_begun(void) {
    return atomic_load_explicit(&pair_has_any, memory_order_relaxed);
}

/** The struct that may belong to this one. False when there is none. */
struct pair_partner {
    uintptr_t address;
    enum object_kind kind;
};
bool pair_find(uintptr_t address, enum object_kind kind, struct pair_partner *partner);

/** The candidate is settled or its struct is gone. */
void pair_forget(uintptr_t address, enum object_kind kind);

#endif
