/* timeline: tables of streams and contexts, and the joins that their kinds imply. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "tracker/timeline.h"

#include "report/base/lock.h"
#include "tracker/host.h"
#include "tracker/taint.h"

struct context {
    UT_hash_handle hh;
    uint64_t handle;
    struct timeline *legacy; /* its legacy default stream, NULL until used */
    struct timeline *whole;  /* timeline_of_context() */
    struct timeline *keeper; /* its epochs are what the gate was tainted by, NULL until it is */
    struct clock gate;
    struct clock fence; /* default streams that are met later were there all the time */
};

LOCK_DEFINE(order_lock, LOCK_ORDER)
struct clock timeline_glimpsed;
static struct timeline *all, *by_key;
static struct timeline *latest;   /* that was found by its key, NULL for none */
static struct timeline *promises; /* not fulfilled yet, by next_lane */
static struct context *contexts;
static const struct timeline_key nowhere = {UINT64_MAX, UINT64_MAX, true};
static uint32_t n_timelines, n_streams;
static uint64_t n_dropped;
static bool is_blind;
_Atomic bool timeline_has_begun;

void timeline_lock(void) {
    atomic_store_explicit(&timeline_has_begun, true, memory_order_relaxed);
    lock_acquire(&order_lock);
}

void timeline_unlock(void) {
    lock_release(&order_lock);
}

void timeline_dropped(void) {
    n_dropped++;
}

void timeline_lost_order(void) {
    n_dropped++;
    is_blind = true;
}

uint64_t timeline_n_dropped(void) {
    return n_dropped;
}

bool timeline_is_blind(void) {
    return is_blind;
}

void timeline_join(struct clock *clock, const struct clock *other) {
    if (!clock_join(clock, other))
        timeline_lost_order();
}

void timeline_raise(struct clock *clock, uint32_t timeline, uint64_t epoch) {
    if (!clock_raise(clock, timeline, epoch))
        timeline_lost_order();
}

void timeline_copy(struct clock *clock, const struct clock *other) {
    if (!clock_copy(clock, other))
        timeline_lost_order();
}

static struct context *context_of(uint64_t handle, bool make) {
    struct context *context;
    HASH_FIND(hh, contexts, &handle, sizeof(handle), context);
    if (context || !make)
        return context;
    context = memory_alloc(sizeof(*context));
    if (!context)
        return NULL;
    context->handle = handle;
    HASH_ADD(hh, contexts, handle, sizeof(handle), context);
    if (context->hh.tbl)
        return context;
    memory_free(context, sizeof(*context));
    return NULL;
}

static struct timeline_key key_of(const struct order_stream *stream) {
    bool is_created = stream->kind != ORDER_LEGACY && stream->kind != ORDER_PER_THREAD;
    return (struct timeline_key){stream->context, stream->handle, is_created};
}

/* Calls come in rows on one stream. */
static struct timeline *find(const struct timeline_key *key) {
    if (!latest || memcmp(&latest->key, key, sizeof(*key)) != 0)
        HASH_FIND(hh, by_key, key, sizeof(*key), latest);
    return latest;
}

struct timeline *timeline_find(uint64_t context, uint64_t handle, bool is_created) {
    const struct timeline_key key = {context, handle, is_created};
    return find(&key);
}

struct timeline *timeline_at(uint32_t number) {
    struct timeline *at = all;
    while (at && at->number != number)
        at = at->next;
    return at;
}

/* A stream that is gone and of which the host is sure: the next may go on where it ended. */
static struct timeline *idle_timeline(void) {
    for (struct timeline *at = all; at; at = at->next)
        if (at->is_gone && host_is_sure((struct point){at->number, at->epoch}))
            return at;
    return NULL;
}

static struct timeline *new_timeline(void) {
    struct timeline *timeline = idle_timeline();
    if (timeline)
        return timeline;
    timeline = memory_alloc(sizeof(*timeline));
    if (!timeline)
        return NULL;
    timeline->number = ++n_timelines;
    timeline->next = all;
    all = timeline;
    return timeline;
}

static struct timeline *start(const struct timeline_key *key, enum order_kind kind,
                              uint32_t stream) {
    struct timeline *timeline = new_timeline();
    if (!timeline)
        return NULL;
    timeline->key = *key;
    timeline->context = context_of(key->context, false);
    timeline->kind = kind;
    timeline->stream = stream;
    timeline->is_gone = false;
    timeline->lane_of = NULL;
    timeline->has_lists = timeline->waits_for_flush = false;
    timeline->made = 0;
    timeline->name = NULL;
    timeline->capture = 0;
    timeline->flushed = 0;
    timeline_copy(&timeline->clock, host_clock());
    return timeline;
}

struct timeline *timeline_of(const struct order_stream *stream) {
    const struct timeline_key key = key_of(stream);
    struct timeline *timeline = find(&key);
    if (timeline)
        return timeline;
    struct context *context = context_of(stream->context, true);
    timeline = context ? start(&key, stream->kind, ++n_streams) : NULL;
    if (timeline)
        HASH_ADD(hh, by_key, key, sizeof(key), timeline);
    if (!timeline || !timeline->hh.tbl) {
        timeline_lost_order();
        return NULL;
    }
    if (stream->kind == ORDER_LEGACY)
        context->legacy = timeline;
    if (!key.is_created)
        timeline_join(&timeline->clock, &context->fence);
    return timeline;
}

struct timeline *timeline_of_handle(uint64_t handle) {
    struct timeline *at = all;
    while (at && (at->is_gone || at->lane_of || !at->key.is_created || at->key.handle != handle))
        at = at->next;
    return at;
}

static const char *name_of(const struct timeline *timeline) {
    if (timeline->name)
        return timeline->name;
    return timeline->kind == ORDER_LEGACY       ? "legacy default stream"
           : timeline->kind == ORDER_PER_THREAD ? "default stream of a thread"
                                                : NULL;
}

struct timeline_which timeline_which(uint32_t stream) {
    struct timeline_which which = {0};
    timeline_lock();
    for (const struct timeline *at = all; at && stream; at = at->next)
        if (at->stream == stream && !at->lane_of)
            which = (struct timeline_which){name_of(at), at->made, at->has_lists};
    timeline_unlock();
    return which;
}

struct timeline *timeline_of_context(uint64_t handle) {
    struct context *context = context_of(handle, true);
    if (context && !context->whole)
        context->whole = start(&nowhere, ORDER_NONBLOCKING, ++n_streams);
    if (!context || !context->whole)
        timeline_lost_order();
    return context ? context->whole : NULL;
}

static void end_lanes(struct timeline *stream) {
    for (struct timeline *lane; (lane = stream->lanes);) {
        stream->lanes = lane->next_lane;
        lane->next_lane = NULL;
        lane->is_gone = true;
        lane->flushed = lane->epoch;
    }
}

/* What it was given runs on, and needs no flush. */
void timeline_end(struct timeline *timeline) {
    HASH_DELETE(hh, by_key, timeline);
    latest = NULL;
    end_lanes(timeline);
    timeline->is_gone = true;
    timeline->flushed = timeline->epoch;
    timeline->capture = 0;
}

/* What is gone stays in its context: a legacy operation and a wait for the context cover it. */
static bool is_in(const struct timeline *timeline, uint64_t context) {
    return timeline->key.context == context;
}

void timeline_end_context(uint64_t handle) {
    struct context *context = context_of(handle, false);
    for (struct timeline *at = all; at; at = at->next)
        if (!at->is_gone && !at->lane_of && is_in(at, handle) && (!context || at != context->whole))
            timeline_end(at);
    if (context)
        context->legacy = NULL;
}

static bool is_blocking(const struct timeline *timeline) {
    return timeline->kind == ORDER_BLOCKING || timeline->kind == ORDER_PER_THREAD;
}

/* Who covers a timeline's last epoch has joined its clock since: nothing to gain. */
static void join_timeline(struct clock *clock, const struct timeline *other) {
    if (clock_get(clock, other->number) < other->epoch)
        timeline_join(clock, &other->clock);
}

static void join_peers(struct clock *clock, const struct timeline *timeline) {
    const struct context *context = is_blocking(timeline) ? timeline->context : NULL;
    if (context && context->legacy)
        join_timeline(clock, context->legacy);
    if (timeline->kind != ORDER_LEGACY)
        return;
    for (const struct timeline *at = all; at; at = at->next)
        if (is_blocking(at) && is_in(at, timeline->key.context))
            join_timeline(clock, at);
}

static void step(struct timeline *timeline) {
    timeline_raise(&timeline->clock, timeline->number, ++timeline->epoch);
}

struct point timeline_submit(struct timeline *timeline) {
    const struct context *context = timeline->context;
    timeline_join(&timeline->clock, host_clock());
    if (context && context->gate.n)
        timeline_join(&timeline->clock, &context->gate);
    join_peers(&timeline->clock, timeline);
    step(timeline);
    return (struct point){timeline->number, timeline->epoch};
}

void timeline_attempt(struct timeline *timeline) {
    timeline_copy(&timeline->before, &timeline->clock);
}

/* Its epoch is spent: who has covered it meanwhile covers an operation that is none. */
void timeline_withdraw(struct point point) {
    struct timeline *timeline = timeline_at(point.timeline);
    if (!timeline || timeline->epoch != point.epoch)
        return;
    timeline_copy(&timeline->clock, &timeline->before);
    timeline_raise(&timeline->clock, point.timeline, point.epoch);
}

void timeline_join_done(struct clock *clock, const struct timeline *timeline) {
    join_timeline(clock, timeline);
    join_peers(clock, timeline);
    for (const struct timeline *lane = timeline->lanes; lane; lane = lane->next_lane)
        join_timeline(clock, lane);
}

/* Beyond that many operations in flight beside each other some are taken to be ordered. */
#define MOST_LANES 64

static struct timeline *new_lane(struct timeline *stream) {
    const struct timeline_key key = {stream->key.context, stream->key.handle, false};
    struct timeline *lane = start(&key, ORDER_NONBLOCKING, stream->stream);
    if (!lane) {
        timeline_lost_order();
        return NULL;
    }
    lane->lane_of = stream;
    lane->next_lane = stream->lanes;
    stream->lanes = lane;
    return lane;
}

/* The lane used longest ago is the last one. */
struct timeline *timeline_lane(struct timeline *stream, const struct clock *after) {
    struct timeline **at = &stream->lanes, **last = NULL;
    unsigned n = 0;
    for (; *at && clock_get(after, (*at)->number) < (*at)->epoch; at = &(*at)->next_lane, n++)
        last = at;
    if (!*at && n < MOST_LANES)
        return new_lane(stream);
    if (!*at)
        at = last;
    struct timeline *lane = *at;
    *at = lane->next_lane;
    lane->next_lane = stream->lanes;
    stream->lanes = lane;
    return lane;
}

void timeline_join_context(struct clock *clock, uint64_t context) {
    for (const struct timeline *at = all; at; at = at->next)
        if (is_in(at, context))
            join_timeline(clock, at);
}

/* The step lets others see by the epoch alone that the clock has grown. */
void timeline_absorb(struct timeline *timeline, const struct clock *clock) {
    timeline_join(&timeline->clock, clock);
    step(timeline);
}

void timeline_taint_until(struct clock *clock, struct point point) {
    timeline_raise(clock, CLOCK_TAINT, taint_begin(point));
}

void timeline_taint(struct timeline *timeline) {
    step(timeline);
    timeline_taint_until(&timeline->clock, (struct point){timeline->number, timeline->epoch});
}

void timeline_taint_gate(uint64_t handle) {
    struct context *context = context_of(handle, true);
    if (context && !context->keeper)
        context->keeper = start(&nowhere, ORDER_NONBLOCKING, 0);
    if (!context || !context->keeper) {
        timeline_lost_order();
        return;
    }
    step(context->keeper);
    const struct point point = {context->keeper->number, context->keeper->epoch};
    timeline_raise(&context->gate, point.timeline, point.epoch);
    timeline_taint_until(&context->gate, point);
}

/* Promises */

struct point timeline_promise(void) {
    struct timeline *promise = start(&nowhere, ORDER_NONBLOCKING, 0);
    if (!promise) {
        timeline_lost_order();
        return (struct point){0};
    }
    step(promise);
    promise->next_lane = promises;
    promises = promise;
    return (struct point){promise->number, promise->epoch};
}

/* Its epoch stays. */
static bool is_promise(const struct timeline *timeline) {
    return timeline->stream == 0;
}

void timeline_fulfil(struct point point) {
    struct timeline **at = &promises;
    while (*at && (*at)->number != point.timeline)
        at = &(*at)->next_lane;
    struct timeline *promise = *at;
    if (!promise)
        return;
    *at = promise->next_lane;
    promise->next_lane = NULL;
    promise->is_gone = true;
    timeline_raise(host_clock(), point.timeline, point.epoch);
    for (struct timeline *other = all; other; other = other->next)
        if (!is_promise(other) && clock_covers(&other->clock, point))
            timeline_absorb(other, host_clock());
}

bool timeline_is_tainted(const struct clock *clock, uint64_t seq) {
    for (const struct timeline *at = promises; at; at = at->next_lane)
        if (clock_get(clock, at->number) >= at->epoch)
            return true;
    return taint_excuses(clock, seq);
}

void timeline_gate(uint64_t handle, const struct clock *clock) {
    struct context *context = context_of(handle, true);
    if (context)
        timeline_join(&context->gate, clock);
    else
        timeline_lost_order();
}

/* The gate is for streams that are first met later. Nothing follows on those that are gone. */
void timeline_fence(uint64_t handle, const struct clock *clock) {
    struct context *context = context_of(handle, true);
    timeline_gate(handle, clock);
    if (context)
        timeline_join(&context->fence, clock);
    for (struct timeline *at = all; at; at = at->next)
        if (is_in(at, handle) && !at->is_gone)
            timeline_absorb(at, clock);
}

void timeline_capture(struct timeline *timeline, uint32_t by) {
    timeline->capture = by;
}

void timeline_capture_end(uint32_t by) {
    for (struct timeline *at = all; at; at = at->next)
        if (at->capture == by)
            at->capture = 0;
}

/* What a queue without order is given later is not after its lanes. */
const struct clock *timeline_clock(const struct timeline_ref *ref) {
    const struct timeline *timeline = ref->timeline;
    if (timeline && timeline->lane_of)
        timeline = timeline->lane_of;
    return timeline && timeline->stream == ref->stream ? &timeline->clock : NULL;
}

/* No work of the parent goes on here, and none of its streams can be used: all of it is over. */
void timeline_fork_child(void) {
    struct context *context, *next;
    for (struct timeline *at = all; at; at = at->next) {
        at->is_gone = true;
        at->lanes = at->next_lane = NULL;
        at->key = nowhere;
        at->context = NULL;
        timeline_raise(host_clock(), at->number, at->epoch);
    }
    HASH_CLEAR(hh, by_key);
    latest = NULL;
    HASH_ITER(hh, contexts, context, next) {
        HASH_DELETE(hh, contexts, context);
        clock_free(&context->gate);
        clock_free(&context->fence);
        memory_free(context, sizeof(*context));
    }
    clock_free(&timeline_glimpsed);
    promises = NULL;
    n_dropped = 0;
    is_blind = false;
    atomic_store(&timeline_has_begun, false);
}
