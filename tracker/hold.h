/* hold: arrays that are held: which bytes they name, what event guards them, what was read since.
 *
 * From hand-over to release the bytes of an array's buffers are its extents. Both device arrays and
 * plain host arrays are held: of these only the sources of copies matter. Called by the tracker
 * outside the lock of any object. Threads and locks: as order.h. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TRACKER_HOLD_H
#define TRACKER_HOLD_H

#include "tracker/segment.h"
#include "tracker/timeline.h"

struct syncevent;

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

/** What an array hands over: its sync_event and the buffers of all its nodes. */
struct hold_given {
    enum hold_event is;
    uint64_t event; /* handle */
    const struct hold_buffer *buffers;
    unsigned n_buffers;
};

/** An array crosses for the first time, or again before anybody read it: judge its event. Held from
 * then on. @return what was given is kept (not when memory is spent) */
bool hold_begin(struct object *array, const struct hold_given *given, const struct site *site);
/** Its release callback is entered, and has returned. */
void hold_release_begin(struct object *array, const struct site *site);
void hold_release_end(struct object *array, const struct site *site);
/** A child was moved out: the event is its parent's, and these buffers are the child's alone. */
void hold_moved(const struct object *parent, struct object *child, const struct hold_given *given);
/** An array that is forgotten, released or not. */
void hold_forget(const struct object *array);
void hold_fork_child(void);

/* What follows is inside the tracker, under LOCK_ORDER (timeline_lock). */

struct span {
    uintptr_t low, high;
    bool is_certain;
};

/** A read since the hand-over that may be in flight; of each stream the last one of the bytes. */
struct reading {
    struct reading *next;
    uintptr_t low, high;
    struct point point;
    struct deed deed;
    bool is_certain, is_pageable;
    bool in_flight; /* as its array's release began */
};

/** Bytes freed inside its release callback. */
struct freed {
    struct freed *next;
    uintptr_t low, high;
    bool on_stream, is_pool;
    struct clock clock; /* what was done then: of the stream, or of the host */
};

struct hold {
    UT_hash_handle hh; /* by array */
    const struct object *array;
    uint32_t kind, number; /* of the object */
    bool is_host;
    bool is_releasing;
    uint8_t said[N_CHECKS];       /* severity of what its hand-over was said to break */
    bool was_used;                /* read on a device */
    bool was_waited;              /* somebody waited for its event */
    enum severity when_null;      /* what its hand-over without event gave for probable writes */
    struct syncevent *event;      /* NULL: none that is known */
    struct hold *next_user;       /* of the event */
    struct point point;           /* of the event's record; epoch 0: not known */
    struct timeline_ref producer; /* that the event was recorded on, or that wrote last */
    struct deed handed;
    struct deed recorded;
    struct reading *readings;
    struct freed *freed;
    struct span *spans;
    unsigned n_spans, n_room;
};

/** The newest array that holds a segment, and the next older one after a grip; NULL for none. */
const struct grip *hold_newest(const struct segment *segment);
const struct grip *hold_older(const struct grip *grip);

void hold_note_reading(struct hold *hold, const struct reading *reading);
void hold_note_freed(struct hold *hold, const struct freed *freed);

/** An act about the array; NULL as act_add(). */
struct act *hold_act(const struct hold *hold, struct act **acts, enum check_id check,
                     enum severity severity);

/** The event of an array was complete only now: judge what it covers. */
void hold_event_completed(struct hold *hold, struct act **acts);

/** Of an array, NULL when it is not held. */
struct hold *hold_of(const struct object *array);
/** Each array that is held, for contexts that end. */
struct hold *hold_first(void);

#endif
