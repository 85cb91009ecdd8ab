/* queue: operations behind wait lists, put into the lanes of their queue. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "tracker/queue.h"

#include "report/base/thread.h"
#include "tracker/device.h"
#include "tracker/hold.h"
#include "tracker/host.h"
#include "tracker/syncevent.h"

static void join_events(struct clock *clock, const struct queue_after *after) {
    for (unsigned i = 0; i < after->n; i++) {
        const struct syncevent *event = syncevent_of(after->events[i]);
        if (event)
            syncevent_join(event, clock);
    }
}

/* It ends when the host has waited for the operation. */
static void taint_after(struct order_op *op, const struct queue_after *after) {
    for (unsigned i = 0; i < after->n; i++) {
        const struct syncevent *event = syncevent_find(after->events[i]);
        if (!event || !syncevent_is_unknown(event))
            continue;
        timeline_taint_until(&op->timeline->clock, op->point);
        return;
    }
}

/* An operation of a queue without order is after what its queue was told to hold all back for, and
 * what it waits for itself. */
static struct timeline *begin_unordered(struct timeline *queue, const struct queue_after *after) {
    static struct clock clock; /* under LOCK_ORDER */
    timeline_copy(&clock, host_clock());
    timeline_join(&clock, &queue->clock);
    join_events(&clock, after);
    if (after->all)
        timeline_join_done(&clock, queue);
    struct timeline *lane = timeline_lane(queue, &clock);
    if (!lane)
        return NULL;
    timeline_attempt(lane);
    timeline_join(&lane->clock, &clock);
    return lane;
}

static struct timeline *begin_ordered(struct timeline *queue, const struct queue_after *after) {
    timeline_attempt(queue);
    join_events(&queue->clock, after);
    return queue;
}

static void hold_back(struct order_op *op, struct timeline *queue) {
    timeline_attempt(queue);
    timeline_absorb(queue, &op->timeline->clock);
    op->barrier = (struct point){queue->number, queue->epoch};
}

void queue_begin(struct order_op *op, const struct order_stream *stream,
                 const struct queue_after *after, const struct site *site) {
    *op = (struct order_op){.site = site};
    timeline_lock();
    struct timeline *queue = timeline_of(stream), *timeline = NULL;
    if (queue && queue->kind == ORDER_UNORDERED)
        timeline = begin_unordered(queue, after);
    else if (queue)
        timeline = begin_ordered(queue, after);
    if (queue)
        queue->has_lists = true;
    if (timeline) {
        timeline->waits_for_flush = true;
        op->timeline = timeline;
        op->point = timeline_submit(timeline);
        taint_after(op, after);
    }
    if (timeline && after->holds && timeline != queue)
        hold_back(op, queue);
    timeline_unlock();
}

bool queue_is_watched(const struct queue_after *after) {
    bool is_watched = false;
    if (after->n == 0 || !syncevent_is_any_used())
        return false;
    timeline_lock();
    for (unsigned i = 0; i < after->n && !is_watched; i++) {
        const struct syncevent *event = syncevent_find(after->events[i]);
        is_watched = event && event->users;
    }
    timeline_unlock();
    return is_watched;
}

static bool is_kept_back(const struct syncevent *event, uint32_t by) {
    const struct timeline *timeline = event->timeline.timeline;
    return timeline_clock(&event->timeline) && timeline->waits_for_flush &&
           timeline->stream != by && event->point.epoch > timeline->flushed;
}

/* Where events are objects a runtime of its own stands above the queue, and flushes as it likes. */
static bool is_own_matter(const struct hold *hold) {
    const struct device *device = device_of(hold->array->device_type);
    return !hold->is_releasing && device && device->events == EVENTS_POINTER;
}

/* Nobody promises that it ever starts. */
static void say_kept_back(const struct syncevent *event, const struct deed *deed,
                          struct act **acts) {
    for (const struct hold *hold = event->users; hold; hold = hold->next_user) {
        struct act *act = NULL;
        if (is_own_matter(hold))
            act = hold_act(hold, acts, CHECK_EVENT_NOT_FLUSHED, SEVERITY_WARNING);
        if (!act)
            continue;
        act->own = *deed;
        act->other = hold->handed;
    }
}

void queue_followed(struct order_op *op, const struct queue_after *after) {
    if (!op->timeline || after->n == 0)
        return;
    timeline_lock();
    const struct deed deed = act_deed(DEED_WAIT, op->timeline->stream, op->site);
    for (unsigned i = 0; i < after->n; i++) {
        struct syncevent *event = syncevent_find(after->events[i]);
        if (!event || !event->users)
            continue;
        syncevent_waited(event, &deed, &op->acts);
        if (is_kept_back(event, op->timeline->stream))
            say_kept_back(event, &deed, &op->acts);
    }
    timeline_unlock();
}

void queue_gave(struct order_op *op, uint64_t handle, uint64_t context,
                bool (*is_pending)(uint64_t event)) {
    if (!op->timeline)
        return;
    timeline_lock();
    struct syncevent *event = syncevent_make(handle, SYNCEVENT_NORMAL, context, -1);
    if (event) {
        uint64_t time_ns = op->time_ns ? op->time_ns : thread_clock_ns();
        const struct deed deed = act_deed_at(time_ns, DEED_RECORD, op->timeline->stream, op->site);
        event->is_pending = is_pending;
        syncevent_set(event, op->point, &op->timeline->clock, op->timeline, &deed, &op->acts);
    }
    timeline_unlock();
}

void queue_promised(uint64_t handle, uint64_t context, bool (*is_pending)(uint64_t event)) {
    timeline_lock();
    struct syncevent *event = syncevent_make(handle, SYNCEVENT_PROMISED, context, -1);
    if (event)
        event->is_pending = is_pending;
    timeline_unlock();
}

static void flush(struct timeline *queue) {
    if (!queue)
        return;
    queue->flushed = queue->epoch;
    for (struct timeline *lane = queue->lanes; lane; lane = lane->next_lane)
        lane->flushed = lane->epoch;
}

void queue_flushed(const struct order_stream *stream) {
    timeline_lock();
    flush(timeline_of(stream));
    timeline_unlock();
}

void queue_flushed_of(uint64_t handle) {
    timeline_lock();
    const struct syncevent *event = syncevent_find(handle);
    if (event && timeline_clock(&event->timeline)) {
        const struct timeline *made = event->timeline.timeline;
        struct timeline *queue = timeline_find(made->key.context, made->key.handle, true);
        /* The handle may be another queue's by now. */
        if (queue == made || queue == made->lane_of)
            flush(queue);
    }
    timeline_unlock();
}

void queue_glimpsed(uint64_t handle) {
    timeline_lock();
    const struct syncevent *event = syncevent_find(handle);
    if (event)
        timeline_join(&timeline_glimpsed, &event->clock);
    timeline_unlock();
}
