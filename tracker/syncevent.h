/* syncevent: events of a runtime, by handle: what was recorded in them and who relies on it.
 *
 * A handle names one event after another; each has its own generation. What a destroyed event had
 * recorded is kept while an array names it as its sync_event. Threads and locks: as order.h. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TRACKER_SYNCEVENT_H
#define TRACKER_SYNCEVENT_H

#include "tracker/segment.h"
#include "tracker/timeline.h"

enum syncevent_kind {
    SYNCEVENT_NORMAL,
    SYNCEVENT_FOREIGN,  /* of another process or API: taken as recorded, nothing known of what */
    SYNCEVENT_CAPTURED, /* recorded while its stream was captured */
    SYNCEVENT_PROGRAMMATIC, /* recorded by a kernel attribute: fires before the kernel is done */
    SYNCEVENT_PROMISED,     /* the host will say that it is complete */
    SYNCEVENT_FAILED        /* its work has failed */
};

/** @context, @device  those it belongs to, -1 for a device not known. An event not met before is
 * FOREIGN. */
void syncevent_created(uint64_t event, enum syncevent_kind kind, uint64_t context, int64_t device);
/** How to ask its runtime whether its work goes on still, where act_ask() is not the way. */
void syncevent_ask(uint64_t event, bool (*is_pending)(uint64_t event));
/** About to be destroyed; waits on it stay as they are. */
void syncevent_destroyed(uint64_t event, const struct site *site);
bool syncevent_is_known(uint64_t event);
/** Some array names an event. Without the lock: of what another thread does just now it may be
 * wrong. */
bool syncevent_is_any_used(void);
/** It was made with one reference; the last one that is given back destroys it. */
void syncevent_retained(uint64_t event);
void syncevent_released(uint64_t event, const struct site *site);
/** A PROMISED one is complete now; the work of any one has failed, @why lives for ever. */
void syncevent_completed(uint64_t event, const struct site *site);
void syncevent_failed(uint64_t event, const char *why, const struct site *site);

/** The process ends: events of arrays that the host has not completed never will be. */
void syncevent_end(void);

/** The op is a record of the event, or (PROGRAMMATIC) a kernel that records it. */
void syncevent_recorded(struct order_op *op, uint64_t event, enum syncevent_kind kind);
/** A record that failed; the event stays as it was. @why lives for ever */
void syncevent_record_failed(uint64_t event, const char *why);
/** All work of a context is recorded. */
void syncevent_recorded_context(uint64_t event, uint64_t context, const struct site *site);

/** The handle of an event that is an object; its address where nobody knows it. */
uint64_t syncevent_of_object(int32_t device_type, const void *event);

/** An array's sync_event points to this event now, maybe not to the one of its hand-over. */
void syncevent_found(struct object *array, uint64_t event, const struct site *site);

/**
 * How an event that is an object leads to the handle of the event that it stands for: called under
 * no lock, in a hook, about an object that can be read. False: it is of another runtime.
 */
void syncevent_translate(bool (*handle_of)(int32_t device_type, const void *event,
                                           uint64_t *handle));

/* What follows is inside the tracker, under LOCK_ORDER (timeline_lock). */

struct hold;

/** Bytes written by a graph's launch that its record does not cover. */
struct syncevent_excluded {
    struct syncevent_excluded *next;
    uintptr_t low, high;
};

struct syncevent {
    UT_hash_handle hh;            /* by handle, until it is destroyed */
    struct syncevent *next_spare; /* once it is gone for good */
    uint64_t handle, context;
    uint32_t number;       /* ordinal, from 1: "event#9" */
    uint32_t n_users;      /* arrays and waits; kept for them when it is destroyed */
    uint32_t n_references; /* of the program */
    bool is_gone;
    enum syncevent_kind kind;
    int64_t device;
    bool (*is_pending)(uint64_t event); /* how to ask its runtime, NULL: as act_ask() says */
    struct point point;                 /* of the last record, epoch 0: none */
    struct clock clock;                 /* what is done when it triggers */
    struct timeline_ref timeline;       /* that it was recorded on */
    struct syncevent_excluded *excluded;
    uint32_t capture; /* CAPTURED: by which */
    struct deed recorded;
    const char *why_failed; /* the last record did, or its work; NULL else */
    struct hold *users;     /* arrays that name it */
};

/** In place of an older one of this handle; NULL without memory. */
struct syncevent *syncevent_make(uint64_t handle, enum syncevent_kind kind, uint64_t context,
                                 int64_t device);
/** NULL when it is not known. */
struct syncevent *syncevent_find(uint64_t handle);
struct syncevent *syncevent_keep(struct syncevent *event);
void syncevent_let_go(struct syncevent *event);

/** An array names the event, and no longer does. */
void syncevent_use(struct hold *hold, struct syncevent *event);
void syncevent_unuse(struct hold *hold);

/** The bytes were written by the recorded point, but by what the record does not follow. */
bool syncevent_excludes(const struct syncevent *event, struct point point, uintptr_t at);
void syncevent_exclude(struct syncevent *event, uintptr_t low, uintptr_t high);

/** A record with this clock. @timeline may be NULL: no stream's */
void syncevent_set(struct syncevent *event, struct point point, const struct clock *clock,
                   struct timeline *timeline, const struct deed *deed, struct act **acts);

/** Taken as recorded, nothing known of what: who waits for it is tainted. */
bool syncevent_is_unknown(const struct syncevent *event);
/** What a wait that begins now brings, as far as it is known. */
void syncevent_join(const struct syncevent *event, struct clock *clock);
/** Somebody waited: note it in the arrays; of an event never recorded that is a fault. */
void syncevent_waited(struct syncevent *event, const struct deed *deed, struct act **acts);
/** The wait took so long, for arrays that rely on the event. */
void syncevent_say_slow(const struct syncevent *event, const struct deed *deed, uint64_t ns,
                        uint64_t limit_ms, struct act **acts);
/** NULL without memory. An event not met before is foreign. */
struct syncevent *syncevent_of(uint64_t handle);

/** Events of a context that is destroyed. */
void syncevent_end_context(uint64_t context);
void syncevent_fork_child(void);

#endif
