/* custody: the structs that capsules still hold, and who made each capsule.
 *
 * What is left in a capsule at the end was never given back by anybody: its owner, a library's
 * object in a cycle perhaps, simply lived on. Locks: LOCK_PAIR. Without memory a capsule is not
 * known. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TRACKER_CUSTODY_H
#define TRACKER_CUSTODY_H

#include "tracker/object.h"

/** @is_in_place  of tracker_ops */
void custody_init(bool (*is_in_place)(const struct object *object));

/** A capsule with a destructor was made around the struct at this address. */
void custody_begin(uintptr_t address, enum object_kind kind, int maker);

/** That capsule is being destroyed. */
void custody_end(uintptr_t address, enum object_kind kind);

/** A capsule was made around this struct, whatever it holds by now. */
bool custody_has(uintptr_t address, enum object_kind kind);

/** True: a capsule holds what the object is, and *maker made it (-1: code of no module). */
bool custody_find(const struct object *object, int *maker);

#endif
