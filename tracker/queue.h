/* queue: what order.h lacks for runtimes whose operations name the events that they wait for, whose
 * queues may run them in any order and may keep them back until they are flushed.
 *
 * A queue is a stream of kind NONBLOCKING, or UNORDERED. Threads and locks: as order.h. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TRACKER_QUEUE_H
#define TRACKER_QUEUE_H

#include "tracker/order.h"

/** What an operation waits for, and what waits for it. */
struct queue_after {
    const uint64_t *events; /* n handles */
    unsigned n;
    bool all;   /* what the queue was given before is before it, in a queue without order too */
    bool holds; /* ... and what the queue is given later is after it */
};

/** order_begin() of an operation that waits first. */
void queue_begin(struct order_op *op, const struct order_stream *queue,
                 const struct queue_after *after, const struct site *site);

/** One of its events guards an array: the site that queue_followed() notes is worth a stack. */
bool queue_is_watched(const struct queue_after *after);
/** After the real call, when it succeeded: who waited for which event. */
void queue_followed(struct order_op *op, const struct queue_after *after);

/** After queue_followed(): the operation gives an event, which is complete when it is. @is_pending
 * asks the runtime about it, under no lock */
void queue_gave(struct order_op *op, uint64_t event, uint64_t context,
                bool (*is_pending)(uint64_t event));
/** An event that the host will complete. */
void queue_promised(uint64_t event, uint64_t context, bool (*is_pending)(uint64_t event));

/** What the queue was given so far will run. */
void queue_flushed(const struct order_stream *queue);
/** The same of the queue that the event is of. */
void queue_flushed_of(uint64_t event);

/** The host saw that the event is complete, without a wait: no order, but weak evidence of one. */
void queue_glimpsed(uint64_t event);

#endif
