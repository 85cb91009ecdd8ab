/* order: operations begin and end, host and streams wait, contexts and devices come to an end. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "tracker/order.h"

#include "report/base/memory.h"
#include "report/base/peek.h"
#include "report/base/thread.h"
#include "report/intern.h"
#include "tracker/access.h"
#include "tracker/graph.h"
#include "tracker/hold.h"
#include "tracker/host.h"
#include "tracker/memory.h"
#include "tracker/named.h"
#include "tracker/nested.h"
#include "tracker/pending.h"
#include "tracker/syncevent.h"
#include "tracker/taint.h"
#include "tracker/tracker.h"
#include "tracker/transfer.h"

bool order_is_active(void) {
    return timeline_is_active();
}

void order_note_dropped(void) {
    timeline_lock();
    timeline_dropped();
    timeline_unlock();
}

uint64_t order_n_dropped(void) {
    if (!order_is_active())
        return 0;
    timeline_lock();
    uint64_t n = timeline_n_dropped();
    timeline_unlock();
    return n;
}

bool order_is_blind(void) {
    timeline_lock();
    bool is_blind = timeline_is_blind();
    timeline_unlock();
    return is_blind;
}

/* Operations */

static struct point attempt(struct timeline *timeline) {
    timeline_attempt(timeline);
    return timeline_submit(timeline);
}

void order_begin(struct order_op *op, const struct order_stream *stream, const struct site *site) {
    *op = (struct order_op){.site = site};
    timeline_lock();
    struct timeline *timeline = timeline_of(stream);
    if (timeline && timeline->capture)
        op->capture = timeline->capture;
    else if (timeline)
        op->point = attempt(timeline);
    op->timeline = op->capture ? NULL : timeline;
    timeline_unlock();
}

static struct access_by by_op(struct order_op *op) {
    return (struct access_by){.point = op->point,
                              .clock = &op->timeline->clock,
                              .timeline = op->timeline,
                              .site = op->site,
                              .acts = &op->acts};
}

static bool is_of_interest(const struct order_access *accesses, unsigned n) {
    bool may_be = false;
    for (unsigned i = 0; i < n && !may_be; i++) {
        uint64_t size = accesses[i].size ? accesses[i].size : 1;
        may_be = accesses[i].flags & ORDER_LATER ||
                 segment_may_hold(accesses[i].at, accesses[i].at + size);
    }
    return may_be;
}

void order_accesses(struct order_op *op, const struct order_access *accesses, unsigned n) {
    if (!op->timeline || !is_of_interest(accesses, n))
        return;
    timeline_lock();
    struct access_by by = by_op(op);
    access_apply_all(&by, accesses, n);
    op->time_ns = by.deed.time_ns;
    timeline_unlock();
}

void order_end(struct order_op *op) {
    act_report(&op->acts, op->site);
}

void order_fail(struct order_op *op) {
    act_drop(&op->acts);
    if (!op->timeline)
        return;
    timeline_lock();
    timeline_withdraw(op->point);
    if (op->barrier.epoch)
        timeline_withdraw(op->barrier);
    timeline_unlock();
}

static void join_host(const struct clock *clock) {
    timeline_join(host_clock(), clock);
    taint_host_waited();
}

void order_op_waited(struct order_op *op) {
    if (!op->timeline)
        return;
    timeline_lock();
    join_host(&op->timeline->clock);
    timeline_unlock();
}

void order_op_fences(struct order_op *op, uint64_t context, uint64_t other) {
    struct clock clock = {0};
    if (!op->timeline)
        return;
    timeline_lock();
    timeline_join_context(&clock, context);
    if (other)
        timeline_join_context(&clock, other);
    timeline_absorb(op->timeline, &clock);
    timeline_fence(context, &op->timeline->clock);
    if (other)
        timeline_fence(other, &op->timeline->clock);
    clock_free(&clock);
    timeline_unlock();
}

void order_op_tainted(struct order_op *op, const char *why) {
    (void)why;
    if (!op->timeline)
        return;
    timeline_lock();
    timeline_taint(op->timeline);
    timeline_unlock();
}

/* Streams */

void order_stream_created(const struct order_stream *stream) {
    timeline_lock();
    struct timeline *old = timeline_find(stream->context, stream->handle, true);
    if (old)
        timeline_end(old); /* it went while nobody looked */
    timeline_of(stream);
    timeline_unlock();
}

void order_stream_destroyed(const struct order_stream *stream) {
    timeline_lock();
    struct timeline *timeline = timeline_find(stream->context, stream->handle, true);
    if (timeline)
        timeline_end(timeline);
    timeline_unlock();
}

void order_stream_made(uint64_t handle, stack_id where) {
    timeline_lock();
    struct timeline *timeline = timeline_of_handle(handle);
    if (timeline)
        timeline->made = where;
    timeline_unlock();
}

void order_stream_named(uint64_t handle, const char *name) {
    char copy[TIMELINE_NAME];
    int length = peek_string(copy, sizeof(copy), name);
    const char *kept = length > 0 ? intern_string(copy, (size_t)length) : NULL;
    if (!kept)
        return;
    timeline_lock();
    struct timeline *timeline = timeline_of_handle(handle);
    if (timeline)
        timeline->name = kept;
    timeline_unlock();
}

void order_capture_began(const struct order_stream *stream) {
    timeline_lock();
    struct timeline *timeline = timeline_of(stream);
    if (timeline)
        timeline_capture(timeline, timeline->stream);
    timeline_unlock();
}

void order_capture_ended(const struct order_stream *stream) {
    timeline_lock();
    const struct timeline *timeline = timeline_of(stream);
    if (timeline && timeline->capture)
        timeline_capture_end(timeline->capture);
    timeline_unlock();
}

/* Waits */

static void begin_wait(struct order_wait *wait) {
    *wait = (struct order_wait){.began_ns = thread_clock_ns()};
}

void order_wait_event(struct order_wait *wait, uint64_t handle) {
    begin_wait(wait);
    timeline_lock();
    struct syncevent *event = syncevent_of(handle);
    if (event) {
        wait->event = syncevent_keep(event);
        wait->capture = event->capture;
        wait->is_void = event->kind == SYNCEVENT_NORMAL && !event->point.epoch;
        wait->is_unknown = syncevent_is_unknown(event);
        wait->is_watched = event->users;
        syncevent_join(event, &wait->clock);
    }
    timeline_unlock();
}

void order_wait_stream(struct order_wait *wait, const struct order_stream *stream) {
    begin_wait(wait);
    timeline_lock();
    const struct timeline *timeline = timeline_of(stream);
    if (timeline)
        timeline_join_done(&wait->clock, timeline);
    timeline_unlock();
}

void order_wait_context(struct order_wait *wait, uint64_t context) {
    begin_wait(wait);
    timeline_lock();
    timeline_join_context(&wait->clock, context);
    timeline_unlock();
}

static void note_waited(struct order_wait *wait, uint32_t stream, const struct site *site,
                        struct act **acts) {
    if (!wait->event || !wait->event->users)
        return;
    const struct deed deed = act_deed(DEED_WAIT, stream, site);
    syncevent_waited(wait->event, &deed, acts);
}

/* Arrays whose event took longer than a program is willing to wait. */
static void note_time(const struct order_wait *wait, const struct site *site, struct act **acts) {
    uint64_t ns = thread_clock_ns() - wait->began_ns, limit = tracker_event_timeout_ms();
    const struct deed deed = {.kind = DEED_WAIT, .stack = site->stack, .row = UINT16_MAX};
    transfer_waited_locked(ns, site);
    if (wait->event && ns / 1000000 > limit)
        syncevent_say_slow(wait->event, &deed, ns, limit, acts);
}

static void end_wait_locked(struct order_wait *wait) {
    if (wait->event)
        syncevent_let_go(wait->event);
    clock_free(&wait->clock);
    wait->event = NULL;
}

void order_waited_host(struct order_wait *wait, const struct site *site) {
    struct act *acts = NULL;
    timeline_lock();
    if (site) {
        note_waited(wait, 0, site, &acts);
        note_time(wait, site, &acts);
    }
    join_host(&wait->clock);
    if (wait->is_unknown)
        timeline_taint_until(host_clock(), (struct point){0});
    taint_host_waited();
    end_wait_locked(wait);
    timeline_unlock();
    if (site)
        act_report(&acts, site);
}

/* A stream that waits for a captured event joins the capture: what it does then has no effect. Nor
 * has a wait for an event never recorded, not even as an operation of the stream. */
void order_waited_stream(struct order_wait *wait, const struct order_stream *stream,
                         const struct site *site) {
    struct act *acts = NULL;
    timeline_lock();
    struct timeline *timeline = timeline_of(stream);
    if (timeline && wait->capture && !timeline->capture) {
        timeline_capture(timeline, wait->capture);
    } else if (timeline && !timeline->capture) {
        note_waited(wait, timeline->stream, site, &acts);
        if (!wait->is_void) {
            timeline_submit(timeline);
            timeline_absorb(timeline, &wait->clock);
        }
        if (wait->is_unknown)
            timeline_taint(timeline);
    }
    end_wait_locked(wait);
    timeline_unlock();
    act_report(&acts, site);
}

void order_waited_context(struct order_wait *wait, uint64_t context, const struct site *site) {
    struct act *acts = NULL;
    timeline_lock();
    note_waited(wait, 0, site, &acts);
    timeline_gate(context, &wait->clock);
    if (wait->is_unknown)
        timeline_taint_gate(context);
    end_wait_locked(wait);
    timeline_unlock();
    act_report(&acts, site);
}

void order_wait_drop(struct order_wait *wait) {
    timeline_lock();
    end_wait_locked(wait);
    timeline_unlock();
}

void order_callback_began(const struct order_stream *stream) {
    timeline_lock();
    struct timeline *timeline = timeline_of(stream);
    if (timeline) {
        timeline_submit(timeline);
        join_host(&timeline->clock);
    }
    timeline_unlock();
}

/* Values */

/* Of an address the values published last; older ones are met by these where values rise. */
#define MOST_VALUES 8

struct value {
    struct value *next;
    uint64_t value;
    struct clock clock;
};

struct mailbox {
    UT_hash_handle hh;
    uintptr_t address;
    struct value *values; /* newest first */
};

static struct mailbox *mailboxes;

static struct mailbox *mailbox_of(uintptr_t address) {
    struct mailbox *box;
    HASH_FIND(hh, mailboxes, &address, sizeof(address), box);
    return box;
}

static struct mailbox *make_mailbox(uintptr_t address) {
    struct mailbox *box = mailbox_of(address);
    if (box)
        return box;
    box = memory_alloc(sizeof(*box));
    if (!box)
        return NULL;
    box->address = address;
    HASH_ADD(hh, mailboxes, address, sizeof(address), box);
    if (box->hh.tbl)
        return box;
    memory_free(box, sizeof(*box));
    return NULL;
}

static void drop_oldest(struct mailbox *box) {
    struct value **at = &box->values;
    for (unsigned n = 0; *at && n < MOST_VALUES; n++)
        at = &(*at)->next;
    struct value *last = *at;
    if (!last)
        return;
    clock_free(&last->clock);
    memory_free(last, sizeof(*last));
    *at = NULL;
}

void order_published(struct order_op *op, uintptr_t address, uint64_t number) {
    if (!op->timeline)
        return;
    timeline_lock();
    struct mailbox *box = make_mailbox(address);
    struct value *value = box ? memory_alloc(sizeof(*value)) : NULL;
    if (value) {
        value->value = number;
        timeline_copy(&value->clock, &op->timeline->clock);
        value->next = box->values;
        box->values = value;
        drop_oldest(box);
    } else {
        timeline_lost_order();
    }
    timeline_unlock();
}

void order_awaited(struct order_op *op, uintptr_t address, uint64_t wanted,
                   bool (*is_met)(uint64_t there, uint64_t wanted)) {
    bool is_known = false;
    if (!op->timeline)
        return;
    timeline_lock();
    const struct mailbox *box = mailbox_of(address);
    for (const struct value *value = box ? box->values : NULL; value; value = value->next)
        if (is_met(value->value, wanted)) {
            is_known = true;
            timeline_absorb(op->timeline, &value->clock);
        }
    if (!is_known)
        timeline_taint(op->timeline);
    timeline_unlock();
}

static void forget_values(void) {
    struct mailbox *box, *next;
    HASH_ITER(hh, mailboxes, box, next) {
        HASH_DELETE(hh, mailboxes, box);
        for (struct value *value; (value = box->values);) {
            box->values = value->next;
            clock_free(&value->clock);
            memory_free(value, sizeof(*value));
        }
        memory_free(box, sizeof(*box));
    }
}

/* Ends */

void order_context_destroyed(uint64_t context, const struct site *site) {
    struct act *acts = NULL;
    timeline_lock();
    memory_end_context(context, site, &acts);
    syncevent_end_context(context);
    timeline_end_context(context);
    timeline_unlock();
    act_report(&acts, site);
}

void order_device_lost(int64_t device, const char *call, const char *error,
                       const struct site *site) {
    struct act *acts = NULL;
    if (!act_mute_device(device))
        return;
    timeline_lock();
    struct act *act = act_add(&acts, CHECK_DEVICE_LOST, SEVERITY_ERROR, 0, 0);
    if (act) {
        act->own = act_deed(DEED_NONE, 0, site);
        act->why = error;
        act->call = call;
        act->device = device;
    }
    timeline_unlock();
    act_report(&acts, site);
}

void order_fork_child(void) {
    hold_fork_child();
    pending_fork_child();
    memory_fork_child();
    named_fork_child();
    syncevent_fork_child();
    graph_fork_child();
    host_fork_child();
    nested_fork_child();
    taint_fork_child();
    timeline_fork_child();
    transfer_fork_child();
    act_fork_child();
    forget_values();
}
