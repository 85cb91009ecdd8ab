/* segment: ranges of bytes that have one history: who wrote them, which arrays hold them.
 *
 * Segments do not overlap; they are split where an access, a buffer or an allocation begins or
 * ends, and joined again where nothing tells them apart. Inside the tracker only, under LOCK_ORDER
 * (timeline_lock). Finding one takes as long with a million of them as with a thousand, but for the
 * cache. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TRACKER_SEGMENT_H
#define TRACKER_SEGMENT_H

#include "tracker/act.h"
#include "tracker/clock.h"

struct allocation; /* tracker/memory.c */
struct hold;       /* tracker/hold.c */

struct write {
    struct write *next; /* an older one */
    struct point point;
    uint32_t flags; /* ORDER_..., or WRITE_... */
    struct deed deed;
};
#define WRITE_IS_SURE   (1u << 16)
#define WRITE_IS_ALLOC  (1u << 17) /* the allocation itself */
#define WRITE_IS_LEGACY (1u << 18) /* on a legacy default stream */

/** An array's hand on a segment. */
struct grip {
    struct grip *next; /* an array handed over earlier */
    struct hold *hold;
    bool is_certain; /* the bytes are the buffer's; else they may be */
};

/** A read in flight when its array was released. */
struct remnant {
    struct remnant *next;
    struct point point;
    struct deed deed;
    uint32_t kind, number; /* of the array */
    bool is_weak;          /* perhaps these bytes were not read */
};

struct segment {
    uintptr_t low, high;
    struct allocation *allocation; /* NULL: pageable memory, kept while it is held */
    struct write *writes;          /* newest first */
    struct grip *grips;            /* newest first */
    struct remnant *remnants;
    uint32_t kind, number; /* of the array released last, number 0 for none */
    bool is_dead;          /* freed; kept to know who uses it still */
};

/** The first segment that ends after an address, NULL for none. */
struct segment *segment_from(uintptr_t at);

/** False: no segment is there. Without the lock: of what another thread does just now it may be
 * wrong. */
bool segment_may_hold(uintptr_t low, uintptr_t high);

struct segment *segment_after(const struct segment *segment);

/** Split those that reach over a bound, but for dead ones. */
bool segment_cut(uintptr_t low, uintptr_t high);

/** Segments for bytes of the range that have none. Cut it before. */
bool segment_fill(uintptr_t low, uintptr_t high, struct allocation *allocation);

/** Take it out, with its history. */
void segment_remove(struct segment *segment);

/** Join the segments of a range, and those around it, that do not differ. */
void segment_heal(uintptr_t low, uintptr_t high);

void segment_drop_writes(struct segment *segment);
void segment_drop_remnants(struct segment *segment);
void segment_drop_grips(struct segment *segment, const struct hold *hold); /* NULL: all */

#endif
