/* memory: the program's device and pinned memory: allocations, and in each range of bytes who wrote
 * it and which array holds it. (Our own arena is report/base/memory.h.)
 *
 * Definite writes replace older ones that are ordered before them, exactly by bytes; of probable
 * writes each range keeps the first and the last of a stream. Threads and locks: as order.h. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TRACKER_MEMORY_H
#define TRACKER_MEMORY_H

#include "tracker/order.h"

enum memory_kind {
    MEMORY_DEVICE,
    MEMORY_POOL, /* stream-ordered: its free waits for nothing */
    MEMORY_MANAGED,
    MEMORY_PINNED,     /* host memory allocated by the runtime */
    MEMORY_REGISTERED, /* host memory made known to it */
    MEMORY_MAPPED,     /* virtual memory management */
    MEMORY_IMPORTED,   /* of another process */
    MEMORY_COUNTED     /* ends when its last reference is given back and work on it is done */
};

struct memory_what {
    uintptr_t base;
    uint64_t size; /* in bytes */
    enum memory_kind kind;
    uint64_t context; /* it dies with this one; 0: with none */
    int64_t device;   /* -1: not known, or the host */
};

/** New memory, after the real call: no history, no ordering. */
void memory_appears(const struct memory_what *what);
/** A stream-ordered allocation: usable after the op only, and after the free of what was there. */
void memory_appears_on(struct order_op *op, const struct memory_what *what);
/** It ends: before the real call. Allocations that begin at base. */
void memory_vanishes(uintptr_t base, const struct site *site);
/** A stream-ordered free: the op was begun before, this comes after the real call. */
void memory_vanishes_on(struct order_op *op, uintptr_t base);

/** The allocation that holds an address; false when none is known. Pageable memory is never. */
bool memory_at(uintptr_t address, struct memory_what *what);

/** The same, or it is of an array that was released and freed: that somebody uses it is a fault. */
bool memory_is_watched(uintptr_t address);

/** Something is known of these bytes: written, or held by an array. Cheap: ask it before a stack is
 * captured. */
bool memory_is_tracked(uintptr_t at, uint64_t size);

/** An array over some of these bytes that was handed over later than this is held. */
bool memory_is_held_since(uintptr_t at, uint64_t size, uint64_t time_ns);

/** Inside the tracker, under LOCK_ORDER: what dies with a context. */
void memory_end_context(uint64_t context, const struct site *site, struct act **acts);
void memory_fork_child(void);

/** Inside the tracker, under LOCK_ORDER: where the allocation of a segment ends, 0 for none and for
 * a freed one; and the device that bytes are at home on, as the runtime has said, -1 for managed
 * memory, the host's, and what is not known. */
struct segment;
uintptr_t memory_end(const struct segment *segment);
int64_t memory_home(const struct segment *segment);

#endif
