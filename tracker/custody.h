/* custody: the structs that capsules still hold, and whose each capsule is.
 *
 * What is left in a capsule at the end was never given back by anybody: its owner, a library's
 * object in a cycle perhaps, simply lived on. Locks: LOCK_PAIR. Without memory a capsule is not
 * known. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TRACKER_CUSTODY_H
#define TRACKER_CUSTODY_H

#include "tracker/object.h"

/** Whose a capsule is: its maker's without a destructor, else that of who had it made. */
struct custody_of {
    int holder; /* module id, -1: code of none */
    bool has_destructor;
    stack_id made;
};

/** @is_in_place  of tracker_ops */
void custody_init(bool (*is_in_place)(const struct object *object));

/** A capsule was made around the struct at this address, with a destructor or without one: of those
 * only so many are kept, as nothing says when they end. */
void custody_begin(uintptr_t address, enum object_kind kind, const struct custody_of *of);

/** What the capsule holds was seen in it: from then on an empty one is a used one. */
void custody_read(const struct object *object);

/** True: what this capsule held was seen in it, whatever became of it. */
bool custody_was_read(uintptr_t address, enum object_kind kind);

/** That capsule is being destroyed. */
void custody_end(uintptr_t address, enum object_kind kind);

/** A capsule was made around this struct, whatever it holds by now. */
bool custody_has(uintptr_t address, enum object_kind kind);

/** False: no capsule does. */
bool custody_find(const struct object *object, struct custody_of *of);

#endif
