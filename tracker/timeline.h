/* timeline: streams as sequences of epochs, the clock of the host, and what joins what.
 *
 * Inside the tracker only: adapters call order.h. All of it under LOCK_ORDER (timeline_lock). A
 * timeline is never freed: when the stream is gone and the host has waited for all it did, the next
 * stream goes on with its epochs, so old points stay comparable. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TRACKER_TIMELINE_H
#define TRACKER_TIMELINE_H

#include "report/base/table.h"
#include "tracker/clock.h"
#include "tracker/order.h"

/** A program's name for a stream is cut at so many bytes, its NUL among them. */
#define TIMELINE_NAME 64

struct context;

struct timeline_key {
    uint64_t context, handle;
    uint64_t is_created; /* not a default stream, whose handle is none */
};

struct timeline {
    UT_hash_handle hh; /* by key, while the handle means this stream */
    struct timeline_key key;
    struct context *context; /* of timeline.c, NULL while it has none to say anything of */
    uint32_t number;         /* its component in clocks, from 1 */
    uint32_t stream;         /* ordinal of the stream it is now, from 1: "stream#3" */
    enum order_kind kind;
    bool is_gone;   /* destroyed; its work may go on */
    uint64_t epoch; /* of the last operation */
    struct clock clock;
    struct clock before;        /* what timeline_attempt() kept */
    stack_id made;              /* where it was made, 0: not known */
    const char *name;           /* of the program's own, NULL for none; lives for ever */
    uint32_t capture;           /* ordinal of the stream whose capture it takes part in, 0: none */
    struct timeline *lanes;     /* UNORDERED: those of its operations; its own clock is what all
                                   of them are after */
    struct timeline *next_lane; /* of the same stream */
    struct timeline *lane_of;   /* NULL: none */
    bool has_lists;             /* a queue: its operations name the events that they wait for */
    bool waits_for_flush;       /* work may wait until it is flushed */
    uint64_t flushed;           /* up to this epoch it was */
    struct timeline *next;      /* of all */
};

/** A timeline and the stream that it was then. */
struct timeline_ref {
    struct timeline *timeline; /* NULL: not known */
    uint32_t stream;
};

/** The first one says that a runtime is in use. */
void timeline_lock(void);
void timeline_unlock(void);
extern _Atomic bool timeline_has_begun;
static inline bool timeline_is_active(void) {
    return atomic_load_explicit(&timeline_has_begun, memory_order_relaxed);
}

/** What the host has seen to be done without a wait: weak evidence. */
extern struct clock timeline_glimpsed;
static inline bool timeline_is_glimpsed(struct point point) {
    return clock_covers(&timeline_glimpsed, point);
}

/** The stream, made when it is new; NULL without memory. */
struct timeline *timeline_of(const struct order_stream *stream);
struct timeline *timeline_find(uint64_t context, uint64_t handle, bool is_created);
struct timeline *timeline_at(uint32_t number);
void timeline_end(struct timeline *timeline);
void timeline_end_context(uint64_t context);

/** A live stream that the program made, whatever its context. */
struct timeline *timeline_of_handle(uint64_t handle);

/** Which stream an ordinal is, for a report: its name, the program's own or what default stream it
 * is (NULL for none), where it was made (0: not known), whether it is a queue (queue.h). Takes the
 * lock. */
struct timeline_which {
    const char *name;
    stack_id made;
    bool is_queue;
} timeline_which(uint32_t stream);

/** A timeline that stands for all work of a context together. */
struct timeline *timeline_of_context(uint64_t context);

/** A new operation: it is after all that the stream's kind, the host and the context's gate say. */
struct point timeline_submit(struct timeline *timeline);

/** What follows is for an operation that may fail ... */
void timeline_attempt(struct timeline *timeline);
/** ... and it did, at this point: the stream is after nothing that it was not after before, but
 * where it has gone on from there already. */
void timeline_withdraw(struct point point);

/** Where an operation that is after these goes in a stream without order: one of its lanes whose
 * operations are all before it, or a new one. NULL without memory. */
struct timeline *timeline_lane(struct timeline *stream, const struct clock *after);

/** A moment that the host will bring about; until it has, a clock that covers the moment may cover
 * anything: it counts as tainted. Epoch 0: no memory. */
struct point timeline_promise(void);
/** It has: what is after the moment is after all that the host has waited for. */
void timeline_fulfil(struct point promise);
bool timeline_is_tainted(const struct clock *clock, uint64_t seq);

/** What follows on the stream is after this too. */
void timeline_absorb(struct timeline *timeline, const struct clock *clock);
void timeline_taint(struct timeline *timeline);
/** What has this clock may be after anything, until the host has waited for the point. */
void timeline_taint_until(struct clock *clock, struct point point);
/** All later work of the context may be, until the host has waited for any of it. */
void timeline_taint_gate(uint64_t context);

/** What is done when all work of the stream is: its own clock and those it is ordered with. */
void timeline_join_done(struct clock *clock, const struct timeline *timeline);
void timeline_join_context(struct clock *clock, uint64_t context);
/** All streams of a context are after this. */
void timeline_fence(uint64_t context, const struct clock *clock);
/** All later work of a context is. */
void timeline_gate(uint64_t context, const struct clock *clock);

void timeline_capture(struct timeline *timeline, uint32_t by);
void timeline_capture_end(uint32_t by);

/** The clock of the stream that it was; NULL when another goes on with its epochs. */
const struct clock *timeline_clock(const struct timeline_ref *ref);

/** Joins that note a failure: from then on nothing is reported. */
void timeline_join(struct clock *clock, const struct clock *other);
void timeline_raise(struct clock *clock, uint32_t timeline, uint64_t epoch);
void timeline_copy(struct clock *clock, const struct clock *other);

/** A fact was dropped; an ordering was. */
void timeline_dropped(void);
void timeline_lost_order(void);
uint64_t timeline_n_dropped(void);
bool timeline_is_blind(void);

void timeline_fork_child(void);

#endif
