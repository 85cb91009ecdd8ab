/* place: the table from an address to what was seen there last, and each object's own list of where
 * it was.
 *
 * Locks: an object's list by the object's lock, the table by LOCK_ADDRESS (64 shards). */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TRACKER_PLACE_H
#define TRACKER_PLACE_H

#include "report/base/table.h"
#include "tracker/object.h"

/** More addresses of one object than this are forgotten, the first and the latest stay. */
#define PLACE_MOST 8

/** One address at which an object was seen. */
struct place {
    UT_hash_handle hh;
    struct {
        uintptr_t address;
        uint64_t kind;
    } key;
    struct object *object;
    struct place *next;        /* of the same object, older */
    uint64_t from_seq, to_seq; /* events between which it was the latest; to_seq 0: still is */
    bool at_boundary;          /* seen there by a function that structures are handed to */
    bool was_left;             /* the object was seen elsewhere while this one still held it */
    uint64_t call;             /* the hooked call that saw it last */
    bool in_table;             /* no other object was seen here since */
};

void place_init(void);

/** The object is at this address from event seq on. Under its lock. NULL when memory is spent. */
struct place *place_set_locked(struct object *object, uintptr_t address, uint64_t seq);

/** The same for what was seen there long ago, at event seq: what came later stays. */
struct place *place_restore_locked(struct object *object, uintptr_t address, uint64_t seq);

/** Its entry for an address, NULL when it was not seen there. Under its lock. */
struct place *place_find_locked(const struct object *object, uintptr_t address);

/** Forget all places of an object. Under its lock. */
void place_drop_locked(struct object *object);

/** The object seen last at an address, whatever became of it. */
struct object *place_holder(uintptr_t address, enum object_kind kind);

#endif
