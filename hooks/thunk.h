/* thunk: one entry point per live callback; its index is the object's identity.
 *
 * A static table in .text (thunk_x86_64.S): each entry loads its index and jumps, without a frame,
 * to the handler of its slot. 65,536 stand in the file; more come by mapping that part of our own
 * file again, read and execute. Dead slots stay in a quarantine, first in first out, at most half
 * of the slots that are not live, so that a second release is known long after. Locks: LOCK_THUNK.
 */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef HOOKS_THUNK_H
#define HOOKS_THUNK_H

#include <stdatomic.h>

#include "report/base/base.h"
#include "tracker/object.h"

/** What a thunk's entry jumps to: the callback's own arguments, the return address, the slot's
 * index. */
typedef uintptr_t (*thunk_handler)(uintptr_t a, uintptr_t b, uintptr_t c, uintptr_t d,
                                   uintptr_t caller, uint32_t slot);

/** No slot. */
#define THUNK_NONE UINT32_MAX

struct thunk_slot {
    thunk_handler handler; /* first: the assembly jumps through it */
    uintptr_t original;    /* the producer's callback */
    struct object *object; /* NULL: free */
    uint32_t next;         /* in the free list or the quarantine */
    uint32_t n;            /* slots of this object, in its first slot */
};

/** @stale what a slot that was given back does when something calls it all the same */
void thunk_init(thunk_handler stale);

/**
 * Neighbouring slots for one object, the release first.
 *
 * @n       1 (arrays, schemas, tasks), 4 (streams) or 6 (handlers, with their producers)
 * @return  the first slot, THUNK_NONE when none are left
 */
uint32_t thunk_take(struct object *object, unsigned n, const thunk_handler *handlers,
                    const uintptr_t *originals);

/** Neighbouring slots that nobody gives back as they are: for drafts, one for the root. Each
 * belongs to itself once its object retires. @return the first, THUNK_NONE when none are left */
uint32_t thunk_take_run(unsigned n);

/** Of each group of slots: themselves, which thunk_enter reads, and where their entries stand. */
#define THUNK_GROUP_SHIFT 16
#define THUNK_MOST_GROUPS 64
#define THUNK_ENTRY_SIZE  16
extern struct thunk_slot *thunk_groups[THUNK_MOST_GROUPS];
extern uintptr_t thunk_code[THUNK_MOST_GROUPS];
extern _Atomic uint32_t thunk_n_groups;

/** The code address of a slot. */
static inline uintptr_t thunk_address(uint32_t slot) {
    return thunk_code[slot >> THUNK_GROUP_SHIFT] +
           (uintptr_t)(slot & ((1u << THUNK_GROUP_SHIFT) - 1)) * THUNK_ENTRY_SIZE;
}

/** The slot an address belongs to, THUNK_NONE when it is no thunk of ours. No lock, a few compares.
 */
static inline uint32_t thunk_slot_of(uintptr_t address) {
    uint32_t n = atomic_load_explicit(&thunk_n_groups, memory_order_acquire);
    for (uint32_t group = 0; group < n; group++) {
        uintptr_t offset = address - thunk_code[group];
        if (offset < ((uintptr_t)THUNK_ENTRY_SIZE << THUNK_GROUP_SHIFT) &&
            offset % THUNK_ENTRY_SIZE == 0)
            return (group << THUNK_GROUP_SHIFT) + (uint32_t)(offset / THUNK_ENTRY_SIZE);
    }
    return THUNK_NONE;
}

static inline struct thunk_slot *thunk_get(uint32_t slot) {
    return &thunk_groups[slot >> THUNK_GROUP_SHIFT][slot & ((1u << THUNK_GROUP_SHIFT) - 1)];
}

/** The object is dead: its slots go to the quarantine. Nothing for an object that has none. */
void thunk_retire(const struct object *object);

/**
 * Let the oldest object leave the quarantine: its slots are free, nothing points to it from here
 * any more. Its share is half of the slots that no live object has; little when memory is short.
 *
 * @force   even when the quarantine is within its share (there is no memory at all)
 * @return  the object to forget, or NULL
 */
struct object *thunk_evict(bool force);

/** Slots that live objects have, that are quarantined, and in all. */
void thunk_counts(uint32_t *live, uint32_t *quarantined, uint32_t *all);

#endif
