/* hold: arrays that are held: which bytes they name, what event guards them, what was read since.
 *
 * From hand-over to release the bytes of an array's buffers are its extents. Both device arrays and
 * plain host arrays are held: of these only the sources of copies matter. Called by the tracker
 * outside the lock of any object. Threads and locks: as order.h. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TRACKER_HOLD_H
#define TRACKER_HOLD_H

#include "tracker/order.h"

struct hold_buffer {
    uintptr_t at;
    uint64_t certain;  /* bytes that the type and the lengths say */
    uint64_t possible; /* up to so many, where the size stands in memory that we can't read */
};

/** What sync_event was found to be. */
enum hold_event {
    HOLD_NO_EVENT,  /* NULL */
    HOLD_EVENT,     /* a pointer to the handle given */
    HOLD_HANDLE,    /* the handle itself, not its address */
    HOLD_UNREADABLE /* points nowhere */
};

/** An array crosses for the first time, or again before anybody used it: judge its event. Held from
 * then on; extents are those of the last call. @buffers of all its nodes; read here only */
void hold_begin(struct object *array, enum hold_event is, uint64_t event,
                const struct hold_buffer *buffers, unsigned n, const struct site *site);
/** Its release callback is entered, and has returned. */
void hold_release_begin(struct object *array, const struct site *site);
void hold_release_end(struct object *array, const struct site *site);
/** An array leaves unreleased: its object is forgotten. */
void hold_forget(struct object *array);

#endif
