/* sync: what is wrong with the event that a consumer waits for. One predicate a row of the group
 * SYNC: broken_ID. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "report/base/peek.h"
#include "tracker/checks/deed.h"
#include "tracker/device.h"
#include "tracker/look.h"
#include "tracker/order.h"
#include "tracker/timeline.h"

static bool broken_EVENT_WAIT_SLOW(const struct judged *judged, struct finding *finding) {
    const struct act *act = deed_act(judged, CHECK_EVENT_WAIT_SLOW, finding);
    char time[24], limit[24];
    if (!act)
        return false;
    JUDGE_MESSAGE(finding, "a wait for the sync_event of ", judge_own_name(judged), " took ",
                  judge_seconds(time, act->bytes));
    JUDGE_NOTE(finding, "event_timeout_ms is ", judge_count(limit, act->budget));
    return true;
}

static bool broken_EVENT_UNSUPPORTED(const struct judged *judged, struct finding *finding) {
    const struct device *device = device_of(judged->object->device_type);
    char address[24];
    if (judged->object->kind != KIND_DEVICE_ARRAY || !device || device->events != EVENTS_NEVER ||
        !judged->copy->device_array.sync_event)
        return false;
    JUDGE_MESSAGE(finding, judge_own_name(judged), " has a sync_event, device type ", device->name,
                  " has no events");
    JUDGE_NOTE(finding, "sync_event is ",
               judge_hex(address, (uintptr_t)judged->copy->device_array.sync_event));
    return true;
}

/* What there was none of between an event and a stream. */
static const char *ways_to(const struct deed *deed) {
    if (timeline_which(deed->stream).is_queue)
        return ": no wait list or barrier leads there, and the host did not wait for event or "
               "queue in between";
    return ": no stream wait, no synchronise of event, stream or context, no query that "
           "succeeded, no legacy default stream in between";
}

/* Words for what was never ordered: who wrote, or the event that was passed by. */
static bool broken_READ_BEFORE_EVENT(const struct judged *judged, struct finding *finding) {
    const struct act *act = deed_act(judged, CHECK_READ_BEFORE_EVENT, finding);
    char now[24], then[24], event[24], recorded[24];
    if (!act)
        return false;
    const char *stream = deed_where(&act->own, now);
    if (act->record.seq == 0) {
        JUDGE_MESSAGE(finding, judge_own_name(judged), " ", deed_done(&act->own), " on ", stream,
                      " while ", deed_where(&act->other, then), " may still write it");
        return true;
    }
    JUDGE_MESSAGE(finding, judge_own_name(judged), " ", deed_done(&act->own), " on ", stream,
                  " before its sync_event");
    JUDGE_NOTE(finding, "no path from ", deed_event(act, event), ", recorded on ",
               deed_where(&act->record, recorded), ", to ", stream, ways_to(&act->own));
    return true;
}

static bool broken_EVENT_BEFORE_DATA(const struct judged *judged, struct finding *finding) {
    const struct act *act = deed_act(judged, CHECK_EVENT_BEFORE_DATA, finding);
    char then[24], event[24], recorded[24];
    if (!act)
        return false;
    JUDGE_MESSAGE(finding, "sync_event of ", judge_own_name(judged),
                  " does not cover its memory being ", deed_done(&act->other), " on ",
                  deed_where(&act->other, then));
    JUDGE_NOTE(finding, deed_event(act, event), " was recorded on ",
               deed_where(&act->record, recorded), ", and that is not before it");
    return true;
}

static bool broken_NULL_EVENT_PENDING_WORK(const struct judged *judged, struct finding *finding) {
    const struct act *act = deed_act(judged, CHECK_NULL_EVENT_PENDING_WORK, finding);
    char then[24];
    if (!act)
        return false;
    JUDGE_MESSAGE(finding, judge_own_name(judged),
                  act->kind == KIND_ARRAY ? " is a plain array" : " has no sync_event",
                  ", and the host did not wait for ", deed_where(&act->other, then),
                  ", where its memory was ", deed_done(&act->other));
    return true;
}

static bool broken_EVENT_NEVER_RECORDED(const struct judged *judged, struct finding *finding) {
    const struct act *act = deed_act(judged, CHECK_EVENT_NEVER_RECORDED, finding);
    bool is_wait = act && act->own.kind == DEED_WAIT;
    if (!act)
        return false;
    if (act->own.kind == DEED_NONE)
        JUDGE_MESSAGE(finding, "sync_event of ", judge_own_name(judged),
                      " is for the program to complete, and never was");
    else
        JUDGE_MESSAGE(finding, "sync_event of ", judge_own_name(judged), " was never recorded",
                      is_wait ? ": the wait does nothing" : "");
    if (act->why)
        JUDGE_NOTE(finding, "the record failed: ", act->why);
    return true;
}

static bool broken_EVENT_DESTROYED_EARLY(const struct judged *judged, struct finding *finding) {
    if (!deed_act(judged, CHECK_EVENT_DESTROYED_EARLY, finding))
        return false;
    JUDGE_MESSAGE(finding, "sync_event of ", judge_own_name(judged), " destroyed while it is held");
    return true;
}

static bool broken_EVENT_RERECORDED(const struct judged *judged, struct finding *finding) {
    const struct act *act = deed_act(judged, CHECK_EVENT_RERECORDED, finding);
    char now[24];
    if (!act)
        return false;
    if (act->why)
        JUDGE_MESSAGE(finding, "sync_event of ", judge_own_name(judged),
                      " points to another event than at its hand-over");
    else
        JUDGE_MESSAGE(finding, "sync_event of ", judge_own_name(judged), " recorded again on ",
                      deed_where(&act->own, now), " while it is held");
    return true;
}

/* Where a runtime is in use what stands there is asked at the hand-over. */
static bool points_nowhere(const struct judged *judged) {
    uint64_t word;
    if (judged->act || judged->object->kind != KIND_DEVICE_ARRAY || order_is_active() ||
        !device_has_events(judged->object->device_type))
        return false;
    const void *event = judged->copy->device_array.sync_event;
    return event && peek(&word, event, sizeof(word)) != 0;
}

static bool broken_EVENT_BAD_POINTER(const struct judged *judged, struct finding *finding) {
    const struct act *act = deed_act(judged, CHECK_EVENT_BAD_POINTER, finding);
    if (!act && !points_nowhere(judged))
        return false;
    JUDGE_MESSAGE(finding, "sync_event of ", judge_own_name(judged),
                  act && act->event ? " is the event itself, not a pointer to it"
                                    : " points to memory that cannot be read");
    return true;
}

static bool broken_EVENT_NOT_COMPLETION(const struct judged *judged, struct finding *finding) {
    const struct act *act = deed_act(judged, CHECK_EVENT_NOT_COMPLETION, finding);
    if (!act)
        return false;
    JUDGE_MESSAGE(finding, "sync_event of ", judge_own_name(judged),
                  " does not say that the work is done: ",
                  act->why ? act->why : "it was captured, or recorded by a launch");
    return true;
}

static bool broken_EVENT_NOT_FLUSHED(const struct judged *judged, struct finding *finding) {
    const struct act *act = deed_act(judged, CHECK_EVENT_NOT_FLUSHED, finding);
    char now[24], event[24], recorded[24];
    if (!act)
        return false;
    JUDGE_MESSAGE(finding, deed_where(&act->own, now), " waits for the sync_event of ",
                  judge_own_name(judged), ", whose queue was not flushed");
    JUDGE_NOTE(finding, deed_event(act, event), " is of ", deed_where(&act->record, recorded),
               ": what was put there need not start before a flush");
    return true;
}

static bool broken_EVENT_WRONG_DEVICE(const struct judged *judged, struct finding *finding) {
    if (!deed_act(judged, CHECK_EVENT_WRONG_DEVICE, finding))
        return false;
    JUDGE_MESSAGE(finding, "sync_event of ", judge_own_name(judged),
                  " belongs to another device than device_id says");
    return true;
}

const struct judge_row sync_rows[] = {
#define IN_SYNC(ID, when) {CHECK_##ID, when, broken_##ID},
#include "tracker/checks/rows.h"
    {0}};
