/* thunk: one entry point per live callback; its index is the object's identity.
 *
 * A static table in .text (thunk.S): each entry loads its index and jumps, without a frame, to the
 * handler of its slot. 65,536 stand in the file; more come by mapping that part of our own file
 * again, read and execute. Dead slots stay in a quarantine, first in first out, at most half of the
 * free ones, so that a second release is known long after. Locks: LOCK_THUNK. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef HOOKS_THUNK_H
#define HOOKS_THUNK_H

#include "report/base/base.h"
#include "tracker/object.h"

/** What a thunk's entry jumps to: the callback's own arguments, the return address, the slot's
 * index. */
typedef uintptr_t (*thunk_handler)(uintptr_t a, uintptr_t b, uintptr_t c, uintptr_t d,
                                   uintptr_t caller, uint32_t slot);

struct thunk_slot {
    thunk_handler handler;
    uintptr_t original;    /* the producer's callback */
    struct object *object; /* NULL: free */
};

void thunk_init(void);

/** n neighbouring slots for one object (1 for arrays and schemas, 4 for streams), or UINT32_MAX
 * when none are left. */
uint32_t thunk_take(struct object *object, unsigned n, const thunk_handler *handlers,
                    const uintptr_t *originals);

/** The code address of a slot. */
uintptr_t thunk_address(uint32_t slot);

/** The slot an address belongs to, UINT32_MAX when it is no thunk of ours. No lock, a few compares.
 */
uint32_t thunk_slot_of(uintptr_t address);

struct thunk_slot *thunk_get(uint32_t slot);

/**
 * The object is dead: its slots go to the quarantine.
 *
 * @return the object that left the quarantine for it (its slots are free now), or NULL
 */
struct object *thunk_retire(struct object *object);

/** Slots in use, quarantined, and in all. */
void thunk_counts(uint32_t *live, uint32_t *quarantined, uint32_t *all);

#endif
