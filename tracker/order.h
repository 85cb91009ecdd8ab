/* order: what happened before what on a device: streams, the work that calls put on them, and what
 * the host waited for. The contract with adapters (hooks/cuda, ...): no runtime is known here.
 *
 * Each stream is a timeline with a vector clock; an access is a point, (timeline, epoch), and is
 * ordered before all that has a clock which covers the point. How a call of the runtime maps on
 * these functions is the adapter's knowledge.
 *
 * One hooked call: order_begin() before the real call, then, when that succeeded, what it does
 * (order_accesses, memory_appears_on, ...), and order_end(). The op has its place in the order from
 * begin to end, so two calls that overlap on one stream are ordered both ways: findings can only be
 * lost by that. One that failed ends with order_fail(). Effects of a wait are taken from before the
 * real call: order_wait_*() first, when it succeeded order_waited_*(), else order_wait_drop().
 *
 * Threads: any. Locks: LOCK_ORDER, never held when a function returns, nor while a finding is
 * reported. Memory: the arena; where it is spent facts are dropped and counted, and after a lost
 * ordering nothing is reported any more (order_is_blind). Signals: not from a handler. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TRACKER_ORDER_H
#define TRACKER_ORDER_H

#include "tracker/clock.h"
#include "tracker/event.h"

struct act;       /* tracker/act.h */
struct syncevent; /* tracker/syncevent.h */
struct timeline;  /* tracker/timeline.h */

/** How a stream is ordered against its context's legacy default stream. */
enum order_kind {
    ORDER_LEGACY,      /* the legacy default stream itself: after and before all blocking ones */
    ORDER_PER_THREAD,  /* a thread's own default stream: as blocking */
    ORDER_BLOCKING,    /* ordered with the legacy default stream of its context */
    ORDER_NONBLOCKING, /* ordered with no other stream */
    ORDER_UNORDERED    /* its own operations neither: tracker/queue.h */
};

/** Which stream a call uses. A stream not met before is made from this, as of now. */
struct order_stream {
    enum order_kind kind;
    uint64_t context; /* handle of the context; a runtime without contexts gives the device */
    uint64_t handle;  /* of the stream; LEGACY: 0; PER_THREAD: the thread's id */
};

enum order_effect {
    ORDER_READ,     /* a copy's source */
    ORDER_WRITE,    /* a copy's target, memset, discard, value write: sure to write */
    ORDER_MAY_WRITE /* a kernel's pointer that is not const: reads, and may write */
};

/** Weaker evidence: what rests on it is a warning at most. */
#define ORDER_OPAQUE       1u  /* parameter layout not known, may be an end, walk incomplete */
#define ORDER_MANAGED      2u  /* managed memory: synchronous up to an older version */
#define ORDER_SMALL_TAIL   4u  /* write: the rest of a staged copy of at most 64 KiB */
#define ORDER_OUT_OF_ORDER 8u  /* read: may run before earlier work of its stream */
#define ORDER_KERNEL       16u /* by a pointer handed to a kernel */
#define ORDER_UNSTAGED     32u /* read: pageable memory too, as it is then: stronger, not weaker */
#define ORDER_LATER        64u /* write: memory of the host, perhaps unknown, once the op runs */

struct order_access {
    uintptr_t at;
    uint64_t size; /* 0: to the end of the exported buffer that holds at; of none: the one byte */
    enum order_effect effect;
    uint32_t flags; /* ORDER_... */
};

/** One call that enqueues, on the stack of its hook. Its members are the tracker's. */
struct order_op {
    const struct site *site;
    struct timeline *timeline; /* NULL: nothing is tracked of it */
    struct point point;
    struct point barrier; /* of the queue that it holds back, epoch 0: of none */
    uint32_t capture;     /* the stream is being captured: it has no effect but on events */
    uint64_t time_ns;     /* of what it did, 0 until somebody looked at the clock */
    struct act *acts;     /* what it broke, reported by order_end() */
};

/** One wait, on the stack of its hook. */
struct order_wait {
    struct clock clock;       /* what is done once it returns, as of before the call */
    struct syncevent *event;  /* the event waited for, NULL for none */
    uint32_t capture;         /* an event recorded in this capture: who waits takes part */
    bool is_void, is_unknown; /* an event never recorded, or of nobody knows what */
    bool is_watched;          /* by an array: the site is worth a stack */
    uint64_t began_ns;
};

/** @site lives to order_end(); its stack may be 0 where capturing it is not worth it */
void order_begin(struct order_op *op, const struct order_stream *stream, const struct site *site);
void order_accesses(struct order_op *op, const struct order_access *accesses, unsigned n);
/** Report what was found; or it failed: the stream is ordered as if it had not been called. */
void order_end(struct order_op *op);
void order_fail(struct order_op *op);

/** The call returns only when the operation is done: the host is after it. */
void order_op_waited(struct order_op *op);
/** All work of the context, and of a second one unless 0, is before the op, and all later after. */
void order_op_fences(struct order_op *op, uint64_t context, uint64_t other);
/** On this stream something may be ordered that cannot be seen: findings that rest on it are
 * warnings, but of what is done once the host has waited for it. */
void order_op_tainted(struct order_op *op, const char *why);

void order_stream_created(const struct order_stream *stream);
/** Its work goes on; its handle may come again. */
void order_stream_destroyed(const struct order_stream *stream);
/** Of a stream that the program made, by its handle: where, and its own word for it (copied). */
void order_stream_made(uint64_t handle, stack_id where);
void order_stream_named(uint64_t handle, const char *name);
/** From begin to end the stream's calls only build a graph: ops on it have no effect, events
 * recorded on it are captured ones, and streams that wait for these take part. */
void order_capture_began(const struct order_stream *stream);
void order_capture_ended(const struct order_stream *stream);

/** Before the real call: what it will have waited for. */
void order_wait_event(struct order_wait *wait, uint64_t event);
void order_wait_stream(struct order_wait *wait, const struct order_stream *stream);
void order_wait_context(struct order_wait *wait, uint64_t context);
/** The host waited, or a query says that all is done; @site NULL: queued work calls the host. */
void order_waited_host(struct order_wait *wait, const struct site *site);
/** The stream waits: an operation of its own, no order_begin(). */
void order_waited_stream(struct order_wait *wait, const struct order_stream *stream,
                         const struct site *site);
/** All later work of the context waits. */
void order_waited_context(struct order_wait *wait, uint64_t context, const struct site *site);
void order_wait_drop(struct order_wait *wait);
/** Where nobody knows when it was queued: the thread is after all of the stream's work. */
void order_callback_began(const struct order_stream *stream);

/** The op writes value to address and so publishes all that is before it ... */
void order_published(struct order_op *op, uintptr_t address, uint64_t value);
/** ... to a stream that waits until `is_met(value there, value)`; none known: tainted. */
void order_awaited(struct order_op *op, uintptr_t address, uint64_t value,
                   bool (*is_met)(uint64_t there, uint64_t wanted));

/** A context is about to end, and its streams, events, memory (but pools and mapped memory). */
void order_context_destroyed(uint64_t context, const struct site *site);
/** A call returned an error that the device does not come back from. Said once, mutes what follows.
 * @call, @error  names for the report, live for ever */
void order_device_lost(int64_t device, const char *call, const char *error,
                       const struct site *site);

/** A runtime was used: from then on arrays are held, host arrays too. */
bool order_is_active(void);
/** Structures of the parent are inherited, streams and events of a device are not usable here. */
void order_fork_child(void);
/** Facts that memory had no room for; an ordering was among them, so nothing more is reported. */
uint64_t order_n_dropped(void);
void order_note_dropped(void);
bool order_is_blind(void);

#endif
