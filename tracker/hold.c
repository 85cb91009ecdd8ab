/* hold: grips on segments from hand-over to release, the judging of both. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "tracker/hold.h"
#include "tracker/memory.h"

#include "report/base/memory.h"
#include "tracker/checks/weigh.h"
#include "tracker/device.h"
#include "tracker/home.h"
#include "tracker/host.h"
#include "tracker/pending.h"
#include "tracker/syncevent.h"

/* More reads in flight at once are kept as one of all their bytes. */
#define MOST_READINGS 64

static struct hold *holds; /* by array */

struct hold *hold_first(void) {
    return holds;
}
struct hold *hold_of(const struct object *array) {
    struct hold *hold;
    HASH_FIND(hh, holds, &array, sizeof(array), hold);
    return hold;
}

static const struct grip *first_held(const struct grip *grip) {
    while (grip && grip->hold->is_releasing)
        grip = grip->next;
    return grip;
}

const struct grip *hold_newest(const struct segment *segment) {
    return first_held(segment->grips);
}
const struct grip *hold_older(const struct grip *grip) {
    return first_held(grip->next);
}

struct act *hold_act(const struct hold *hold, struct act **acts, enum check_id check,
                     enum severity severity) {
    struct act *act = act_add(acts, check, severity, hold->kind, hold->number);
    if (!act)
        return NULL;
    act->array = (struct object *)hold->array;
    act->record = hold->recorded;
    if (hold->event) {
        act->event = hold->event->number;
        /* One that is gone, or was never seen made, may be no event to its runtime. */
        if (!hold->event->is_gone && hold->event->kind != SYNCEVENT_FOREIGN)
            act->event_handle = hold->event->handle;
        act->event_is_pending = hold->event->is_pending;
    }
    return act;
}

/* Readings */
static bool is_within(const struct reading *old, const struct reading *new) {
    return old->point.timeline == new->point.timeline &&new->low <= old->low &&
           old->high <= new->high && old->is_certain == new->is_certain;
}

static void widen(struct reading *old, const struct reading *new) {
    uintptr_t low = old->low < new->low ? old->low : new->low;
    uintptr_t high = old->high > new->high ? old->high : new->high;
    *old = (struct reading){.next = old->next,
                            .low = low,
                            .high = high,
                            .point = new->point,
                            .deed = new->deed,
                            .is_pageable = old->is_pageable &&new->is_pageable};
}

/* What the same stream read before of these bytes is done when this is. */
static struct reading *place_for(struct hold *hold, const struct reading *new) {
    struct reading *same = NULL, *of_stream = NULL;
    unsigned n = 0;
    for (struct reading *old = hold->readings; old; old = old->next, n++) {
        if (!same && is_within(old, new))
            same = old;
        if (old->point.timeline == new->point.timeline)
            of_stream = old;
    }
    if (same || n < MOST_READINGS || !of_stream)
        return same;
    widen(of_stream, new);
    return of_stream;
}

void hold_note_reading(struct hold *hold, const struct reading *new) {
    struct reading *reading = place_for(hold, new),
                   *next = reading ? reading->next : hold->readings;
    if (reading && !is_within(reading, new))
        return; /* widened */
    if (!reading) {
        reading = memory_alloc(sizeof(*reading));
        if (!reading) {
            timeline_dropped();
            return;
        }
        hold->readings = reading;
    }
    *reading = *new;
    reading->next = next;
}

static void drop_readings(struct hold *hold) {
    struct reading *reading;
    while ((reading = hold->readings)) {
        hold->readings = reading->next;
        memory_free(reading, sizeof(*reading));
    }
}

void hold_note_freed(struct hold *hold, const struct freed *given) {
    struct freed *freed = memory_alloc(sizeof(*freed));
    if (!freed) {
        timeline_dropped();
        return;
    }
    *freed = *given;
    freed->clock = (struct clock){0};
    timeline_copy(&freed->clock, &given->clock);
    freed->next = hold->freed;
    hold->freed = freed;
}

static void drop_freed(struct hold *hold) {
    struct freed *freed;
    while ((freed = hold->freed)) {
        hold->freed = freed->next;
        clock_free(&freed->clock);
        memory_free(freed, sizeof(*freed));
    }
}

/* Extents and grips */

static void drop_spans(struct hold *hold) {
    for (unsigned i = 0; i < hold->n_spans; i++) {
        const struct span *span = &hold->spans[i];
        struct segment *next, *segment = segment_from(span->low);
        for (; segment && segment->low < span->high; segment = next) {
            next = segment_after(segment);
            segment_drop_grips(segment, hold);
            if (!segment->allocation && !segment->grips && !segment->is_dead)
                segment_remove(segment);
        }
        segment_heal(span->low, span->high);
    }
    memory_free(hold->spans, hold->n_room * sizeof(*hold->spans));
    hold->spans = NULL;
    hold->n_spans = 0;
}

/* One grip of an array on a segment; certain bytes outweigh possible ones. */
static bool grip_segment(struct segment *segment, struct hold *hold, bool is_certain) {
    for (struct grip *old = segment->grips; old; old = old->next)
        if (old->hold == hold) {
            old->is_certain = old->is_certain || is_certain;
            return true;
        }
    struct grip *grip = memory_alloc(sizeof(*grip));
    if (!grip)
        return false;
    *grip = (struct grip){.next = segment->grips, .hold = hold, .is_certain = is_certain};
    segment->grips = grip;
    return true;
}

static bool grip_of(const struct segment *segment, const struct hold *hold, bool *is_certain) {
    for (const struct grip *grip = segment->grips; grip; grip = grip->next)
        if (grip->hold == hold) {
            *is_certain = grip->is_certain;
            return true;
        }
    return false;
}

static bool grip_span(struct hold *hold, const struct span *span) {
    if (!segment_cut(span->low, span->high) ||
        (span->is_certain && !pending_fill(span->low, span->high)))
        return false;
    for (struct segment *segment = segment_from(span->low); segment && segment->low < span->high;
         segment = segment_after(segment))
        if (!segment->is_dead && !grip_segment(segment, hold, span->is_certain))
            return false;
    return true;
}

static void add_span(struct hold *hold, uintptr_t low, uint64_t size, bool is_certain) {
    if (!low || !size || low + size < low)
        return;
    hold->spans[hold->n_spans++] = (struct span){low, low + size, is_certain};
}

static bool take_spans(struct hold *hold, const struct hold_given *given) {
    unsigned room = given->n_buffers * 2;
    struct span *spans = room ? memory_alloc(room * sizeof(*spans)) : NULL;
    bool is_kept = spans || !room;
    hold->spans = spans;
    for (unsigned i = 0; spans && i < given->n_buffers; i++) {
        const struct hold_buffer *buffer = &given->buffers[i];
        add_span(hold, buffer->at, buffer->certain, true);
        if (buffer->possible > buffer->certain)
            add_span(hold, buffer->at + buffer->certain, buffer->possible - buffer->certain, false);
    }
    hold->n_room = room;
    for (unsigned i = 0; i < hold->n_spans; i++)
        is_kept = grip_span(hold, &hold->spans[i]) && is_kept;
    return is_kept;
}

/* Hand-over */

struct handing {
    struct hold *hold;
    struct act **acts;
    enum check_id check;
    const struct clock *clock; /* of the event, or the host's */
    const struct syncevent *event;
    uint64_t newest; /* seq of the newest write of all */
};

static bool is_late(const struct handing *handing, const struct write *write,
                    const struct segment *segment) {
    return !clock_covers(handing->clock, write->point) ||
           (handing->event && syncevent_excludes(handing->event, write->point, segment->low));
}

static bool has_other(const struct handing *handing, const struct segment *segment) {
    for (const struct write *write = segment->writes; write; write = write->next)
        if (!(write->flags & WRITE_IS_ALLOC) && !is_late(handing, write, segment))
            return true;
    return false;
}

static void judge_write(struct handing *handing, const struct segment *segment, bool is_certain,
                        const struct write *write) {
    struct hold *hold = handing->hold;
    const struct weigh_late facts = {
        .is_sure = write->flags & WRITE_IS_SURE,
        .has_other = has_other(handing, segment),
        .is_weak = write->flags & (ORDER_OPAQUE | ORDER_MANAGED) || !is_certain ||
                   timeline_is_tainted(handing->clock, write->deed.seq) ||
                   (!handing->event && timeline_is_glimpsed(write->point)),
        .is_legacy =
            handing->check == CHECK_NULL_EVENT_PENDING_WORK && write->flags & WRITE_IS_LEGACY};
    enum severity severity = weigh_late(&facts);
    if (!facts.is_sure && hold->when_null < severity)
        hold->when_null = severity;
    struct act *act = hold_act(hold, handing->acts, handing->check, severity);
    if (!act)
        return;
    act->own = hold->handed;
    act->other = write->deed;
}

static void judge_segment(struct handing *handing, const struct segment *segment, bool is_certain) {
    for (const struct write *write = segment->writes; write; write = write->next) {
        if (is_late(handing, write, segment))
            judge_write(handing, segment, is_certain, write);
        if (write->deed.seq >= handing->newest) {
            handing->newest = write->deed.seq;
            if (!handing->event)
                handing->hold->producer =
                    (struct timeline_ref){timeline_at(write->point.timeline), write->deed.stream};
        }
    }
}

/* @return somebody is known to have written some of the bytes */
static bool judge_spans(struct handing *handing) {
    const struct hold *hold = handing->hold;
    for (unsigned i = 0; i < hold->n_spans; i++) {
        const struct span *span = &hold->spans[i];
        bool is_certain = false;
        for (const struct segment *segment = segment_from(span->low);
             segment && segment->low < span->high; segment = segment_after(segment))
            if (grip_of(segment, hold, &is_certain))
                judge_segment(handing, segment, is_certain);
    }
    return handing->newest > 0;
}

static void say(struct hold *hold, struct act **acts, enum check_id check, const char *why) {
    struct act *act = hold_act(hold, acts, check, finding_checks[check].severity);
    if (!act)
        return;
    act->own = hold->handed;
    act->why = why;
}

static void judge_recorded(struct hold *hold, struct act **acts) {
    const struct syncevent *event = hold->event;
    hold->point = event->point;
    hold->producer = event->timeline;
    hold->recorded = event->recorded;
    struct handing handing = {.hold = hold,
                              .acts = acts,
                              .check = CHECK_EVENT_BEFORE_DATA,
                              .clock = &event->clock,
                              .event = event};
    bool is_written = judge_spans(&handing);
    bool is_elsewhere = event->device >= 0 && hold->array->device_id >= 0 &&
                        event->device != hold->array->device_id;
    if (!is_written && is_elsewhere)
        say(hold, acts, CHECK_EVENT_WRONG_DEVICE, NULL);
}

static void judge_event(struct hold *hold, struct act **acts) {
    const struct syncevent *event = hold->event;
    if (event->kind == SYNCEVENT_CAPTURED || event->kind == SYNCEVENT_PROGRAMMATIC)
        say(hold, acts, CHECK_EVENT_NOT_COMPLETION, NULL);
    else if (event->kind == SYNCEVENT_FAILED)
        say(hold, acts, CHECK_EVENT_NOT_COMPLETION, event->why_failed);
    else if (event->kind == SYNCEVENT_PROMISED)
        hold->point = event->point; /* what it covers shows when it is complete */
    else if (event->point.epoch)
        judge_recorded(hold, acts);
    else if (event->kind == SYNCEVENT_NORMAL)
        say(hold, acts, CHECK_EVENT_NEVER_RECORDED, event->why_failed);
}

void hold_event_completed(struct hold *hold, struct act **acts) {
    judge_recorded(hold, acts);
}

static bool is_elsewhere(const struct hold *hold, const struct span *span) {
    const struct segment *segment = segment_from(span->low);
    int64_t device = segment && segment->low < span->high ? memory_home(segment) : -1;
    return device >= 0 && device != hold->array->device_id;
}

static void judge_device(struct hold *hold, struct act **acts) {
    for (unsigned i = 0; i < hold->n_spans && hold->array->device_id >= 0 && !hold->is_host; i++)
        if (is_elsewhere(hold, &hold->spans[i])) {
            say(hold, acts, CHECK_DEVICE_ID_MISMATCH, NULL);
            return;
        }
}

static void hand_over(struct hold *hold, const struct hold_given *given, struct act **acts) {
    hold->point = (struct point){0};
    hold->producer = (struct timeline_ref){0};
    hold->when_null = SEVERITY_OFF;
    judge_device(hold, acts);
    if (given->is == HOLD_EVENT || given->is == HOLD_HANDLE)
        syncevent_use(hold, syncevent_of(given->event));
    if (given->is == HOLD_HANDLE || given->is == HOLD_UNREADABLE) {
        say(hold, acts, CHECK_EVENT_BAD_POINTER, NULL);
    } else if (given->is == HOLD_NO_EVENT) {
        struct handing handing = {.hold = hold,
                                  .acts = acts,
                                  .check = CHECK_NULL_EVENT_PENDING_WORK,
                                  .clock = host_clock()};
        judge_spans(&handing);
    } else if (hold->event) {
        judge_event(hold, acts);
    }
}

static struct hold *add(struct object *array) {
    struct hold *hold = memory_alloc(sizeof(*hold));
    if (!hold)
        return NULL;
    hold->array = array;
    hold->kind = array->kind;
    hold->number = array->number;
    hold->is_host = device_is_host(array->device_type);
    HASH_ADD(hh, holds, array, sizeof(hold->array), hold);
    if (hold->hh.tbl)
        return hold;
    memory_free(hold, sizeof(*hold));
    return NULL;
}

/* A second hand-over before the first read replaces the first: its event may be recorded by now. */
static struct hold *renew(struct object *array) {
    struct hold *hold = hold_of(array);
    if (!hold)
        return add(array);
    if (hold->is_releasing || hold->readings || hold->was_waited)
        return NULL;
    drop_spans(hold);
    syncevent_unuse(hold);
    return hold;
}

/* A hand-over that is judged again, as the type is known now, says only what is new or worse. */
static void keep_news(struct hold *hold, struct act **acts) {
    for (struct act **at = acts, *act; (act = *at);) {
        if (hold->said[act->check] < act->severity) {
            hold->said[act->check] = (uint8_t)act->severity;
            at = &act->next;
            continue;
        }
        *at = act->next;
        memory_free(act, sizeof(*act));
    }
}

bool hold_begin(struct object *array, const struct hold_given *given, const struct site *site) {
    struct act *acts = NULL;
    const char *elsewhere = home_wrong(array, given);
    timeline_lock();
    bool is_new = !hold_of(array), is_kept = true;
    struct hold *hold = renew(array);
    if (hold) {
        is_kept = take_spans(hold, given);
        hold->handed = act_deed(DEED_HAND_OVER, 0, site);
        hand_over(hold, given, &acts);
        if (elsewhere)
            say(hold, &acts, CHECK_HOST_POINTER_ON_DEVICE, elsewhere);
        keep_news(hold, &acts);
    }
    is_kept = is_kept && (hold || !is_new);
    if (!is_kept)
        timeline_dropped();
    timeline_unlock();
    act_report(&acts, site);
    return is_kept;
}

/* Moves */

static void drop_readings_of(struct hold *hold, const struct span *span) {
    for (struct reading **at = &hold->readings, *reading; (reading = *at);) {
        if (reading->high <= span->low || span->high <= reading->low) {
            at = &reading->next;
            continue;
        }
        *at = reading->next;
        memory_free(reading, sizeof(*reading));
    }
}

static void leave(struct hold *parent, const struct span *span) {
    for (struct segment *segment = segment_from(span->low); segment && segment->low < span->high;
         segment = segment_after(segment))
        segment_drop_grips(segment, parent);
    drop_readings_of(parent, span);
}

void hold_moved(const struct object *parent, struct object *child, const struct hold_given *given) {
    timeline_lock();
    struct hold *from = hold_of(parent), *hold = from && !hold_of(child) ? add(child) : NULL;
    if (hold) {
        hold->is_host = from->is_host;
        hold->was_waited = from->was_waited;
        hold->when_null = from->when_null;
        hold->point = from->point;
        hold->producer = from->producer;
        hold->handed = from->handed;
        hold->recorded = from->recorded;
        if (from->event)
            syncevent_use(hold, from->event);
        if (!take_spans(hold, given))
            timeline_dropped();
        for (unsigned i = 0; i < hold->n_spans; i++)
            leave(from, &hold->spans[i]);
    }
    timeline_unlock();
}

/* Release */

static const struct freed *freed_of(const struct hold *hold, const struct reading *reading) {
    const struct freed *first = NULL; /* the list has the newest first */
    for (const struct freed *freed = hold->freed; freed; freed = freed->next)
        if (reading->low < freed->high && freed->low < reading->high)
            first = freed;
    return first;
}

static void leave_remnant(const struct hold *hold, const struct reading *reading) {
    if (!segment_cut(reading->low, reading->high)) {
        timeline_dropped();
        return;
    }
    for (struct segment *segment = segment_from(reading->low);
         segment && segment->low < reading->high; segment = segment_after(segment)) {
        bool is_certain = false; /* of another generation it has no grip */
        struct remnant *remnant =
            grip_of(segment, hold, &is_certain) ? memory_alloc(sizeof(*remnant)) : NULL;
        if (!remnant)
            continue;
        *remnant = (struct remnant){segment->remnants, reading->point,
                                    reading->deed,     hold->kind,
                                    hold->number,      !is_certain || !reading->is_certain};
        segment->remnants = remnant;
    }
}

static enum severity judge_flight(const struct hold *hold, struct reading *reading,
                                  struct act **acts) {
    const struct freed *freed = freed_of(hold, reading);
    const struct clock *clock = freed ? &freed->clock : host_clock();
    const struct clock *producer = timeline_clock(&hold->producer);
    reading->in_flight = !clock_covers(clock, reading->point);
    if (!reading->in_flight)
        return SEVERITY_OFF;
    bool is_covered =
        !hold->producer.timeline || (producer && clock_covers(producer, reading->point));
    bool is_weak =
        timeline_is_tainted(clock, reading->deed.seq) || !reading->is_certain ||
        timeline_is_glimpsed(reading->point) ||
        (!hold->is_host && !freed && producer && timeline_is_tainted(producer, reading->deed.seq));
    const struct weigh_flight facts = {.is_host = hold->is_host,
                                       .is_pageable = reading->is_pageable,
                                       .is_freed = freed,
                                       .is_freed_on_stream = freed && freed->on_stream,
                                       .is_pool = freed && freed->is_pool,
                                       .is_covered = is_covered,
                                       .is_weak = is_weak};
    reading->in_flight = !hold->is_host && !freed;
    enum severity severity = weigh_flight(&facts);
    struct act *act = hold_act(hold, acts, CHECK_RELEASED_WITH_WORK_IN_FLIGHT, severity);
    if (act)
        act->other = reading->deed;
    return severity;
}

/* What follows an error is not said again; else what is in flight still is remembered. */
static void judge_flights(struct hold *hold, struct act **acts) {
    bool is_error = false;
    for (struct reading *at = hold->readings; at; at = at->next)
        if (at->in_flight && judge_flight(hold, at, acts) == SEVERITY_ERROR)
            is_error = true;
    for (const struct reading *at = hold->readings; at && !is_error; at = at->next)
        if (at->in_flight)
            leave_remnant(hold, at);
}

/* The bytes remember whose they were last: who uses them after their free is found by that. */
static void mark_released(const struct hold *hold) {
    for (unsigned i = 0; i < hold->n_spans; i++) {
        const struct span *span = &hold->spans[i];
        for (struct segment *segment = segment_from(span->low);
             segment && segment->low < span->high; segment = segment_after(segment)) {
            bool is_certain = false;
            if (!grip_of(segment, hold, &is_certain) || !is_certain)
                continue;
            segment->kind = hold->kind;
            segment->number = hold->number;
        }
    }
}

void hold_release_begin(struct object *array, const struct site *site) {
    (void)site;
    timeline_lock();
    struct hold *hold = hold_of(array);
    if (hold && !hold->is_releasing) {
        hold->is_releasing = true;
        for (struct reading *reading = hold->readings; reading; reading = reading->next)
            reading->in_flight = !clock_covers(host_clock(), reading->point);
    }
    timeline_unlock();
}

static void end_hold(struct hold *hold) {
    mark_released(hold);
    drop_spans(hold);
    drop_readings(hold);
    drop_freed(hold);
    syncevent_unuse(hold);
    HASH_DELETE(hh, holds, hold);
    memory_free(hold, sizeof(*hold));
}

void hold_release_end(struct object *array, const struct site *site) {
    struct act *acts = NULL;
    timeline_lock();
    struct hold *hold = hold_of(array);
    if (hold && hold->is_releasing) {
        judge_flights(hold, &acts);
        for (struct act *act = acts; act; act = act->next)
            act->own = act_deed(DEED_RELEASE, 0, site);
        end_hold(hold);
    }
    timeline_unlock();
    act_report(&acts, site);
}

void hold_forget(const struct object *array) {
    timeline_lock();
    struct hold *hold = hold_of(array);
    if (hold)
        end_hold(hold);
    timeline_unlock();
}

/* The child's copies of structs name memory of a device that it cannot touch. */
void hold_fork_child(void) {
    struct hold *hold, *next;
    HASH_ITER(hh, holds, hold, next)
    end_hold(hold);
}
