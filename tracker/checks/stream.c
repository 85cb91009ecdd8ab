/* stream: what is wrong with a call of a stream's callbacks, or with what they gave. One predicate
 * a row of the group STREAMS: broken_ID. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "report/base/thread.h"
#include "tracker/checks/judge.h"
#include "tracker/exchange.h"
#include "tracker/look.h"
#include "tracker/tell.h"

#include <errno.h>

/* A struct that is marked released, while the stream lives: it was moved out of there, known or not
 * seen yet where to. */
static bool is_moved_from(const struct object *object, uintptr_t self) {
    uintptr_t release;
    return object->state == STATE_LIVE && look_release(object->kind, self, &release) &&
           release == 0;
}

static bool broken_CALL_ON_RELEASED_STREAM(const struct judged *judged, struct finding *finding) {
    const struct object *object = judged->object;
    uintptr_t self = judged->event->self;
    char address[24];
    const struct transition *before;
    if (object->state == STATE_RELEASED) {
        JUDGE_MESSAGE(finding, judge_called(judged->event), " of ", judge_own_name(judged),
                      " called after its release");
        before = judge_last(object, ON(RELEASE_BEGIN) | ON(RELEASE_END));
    } else if (is_moved_from(object, self)) {
        JUDGE_MESSAGE(finding, judge_called(judged->event), " of ", judge_own_name(judged),
                      " called after it was moved");
        JUDGE_NOTE(finding, "through the struct it was moved out of, at ",
                   judge_hex(address, self));
        before = object->last;
    } else {
        return false;
    }
    finding->before = before ? before->stack : 0;
    judge_blame_first(judged, finding);
    /* Who asks why the call before was refused does so as it was. */
    if (judged->event->kind == EVENT_GET_LAST_ERROR &&
        object->reported & CHECK_BIT(CHECK_CALL_ON_RELEASED_STREAM))
        finding->severity = SEVERITY_OFF;
    return true;
}

static bool broken_CONCURRENT_GET_NEXT(const struct judged *judged, struct finding *finding) {
    const struct object *object = judged->object;
    char tid[24];
    bool is_stream = object->kind == KIND_STREAM || object->kind == KIND_DEVICE_STREAM;
    if (!is_stream || judged->inside == 0 || object->inside_tid == thread_id() ||
        (object->state != STATE_LIVE && object->state != STATE_RELEASING))
        return false;
    finding->before = object->inside_stack;
    JUDGE_MESSAGE(finding, judge_called(judged->event), " of ", judge_own_name(judged),
                  " called while thread ", judge_count(tid, object->inside_tid), " is inside its ",
                  judge_callback(object->inside_callback));
    return true;
}

static bool broken_LAST_ERROR_WITHOUT_ERROR(const struct judged *judged, struct finding *finding) {
    const struct object *object = judged->object;
    if (object->state != STATE_LIVE || object->last_status != 0 || judged->inside > 0)
        return false;
    JUDGE_MESSAGE(finding, "get_last_error of ", judge_own_name(judged),
                  " called with no error before it");
    return true;
}

static bool broken_LAST_ERROR_FREED(const struct judged *judged, struct finding *finding) {
    const struct object *object = judged->object;
    const struct transition *lent = judge_last(object, ON(GET_LAST_ERROR));
    if (judged->event->callback != CALLBACK_GET_LAST_ERROR)
        return false;
    finding->before = lent ? lent->stack : 0;
    JUDGE_MESSAGE(finding, "the text that get_last_error of ", judge_own_name(judged),
                  " returned is freed");
    return true;
}

static bool is_of_one_device(const struct object *source) {
    return source->kind == KIND_DEVICE_STREAM ||
           (source->kind == KIND_ASYNC_TASK && source->device_type != 0);
}

static bool broken_CHUNK_ON_OTHER_DEVICE(const struct judged *judged, struct finding *finding) {
    const struct object *object = judged->object;
    char chunk[24], stream[24];
    /* Only of a new chunk is the stream sure to exist. */
    if (judged->event->content != CONTENT_NEW || !object->source ||
        object->kind != KIND_DEVICE_ARRAY || !is_of_one_device(object->source) ||
        object->device_type == object->source->device_type)
        return false;
    judge_name(finding, object->source);
    JUDGE_MESSAGE(finding, judge_own_name(judged), " lies on device type ",
                  judge_count(chunk, (uint64_t)object->device_type), ", its stream says ",
                  judge_count(stream, (uint64_t)object->source->device_type));
    return true;
}

/* Of the asynchronous interface each side calls the other: who called is to blame. */
static void blame_caller(const struct judged *judged, struct finding *finding, enum blame blame) {
    const struct site *site = judged->event->site;
    finding->blame = blame;
    tell_who(site->actor, site->stack, finding->who, sizeof(finding->who));
}

#define IN(callback) (1u << CALLBACK_##callback)
#define BY_PRODUCER  (ON(ON_SCHEMA) | ON(ON_NEXT_TASK) | ON(ON_ERROR) | ON(RELEASE_BEGIN))

static bool is_kind(enum event_kind kind, uint32_t kinds) {
    return kinds >> kind & 1;
}

/* Where in a call of the other side this one comes, and must not; NULL: it may. */
static const char *misplaced(const struct judged *judged) {
    const struct object *object = judged->object;
    enum event_kind kind = judged->event->kind;
    if (is_kind(kind, ON(REQUEST) | ON(CANCEL)))
        return judge_is_within(object, IN(ON_ERROR))  ? "inside on_error"
               : judge_is_within(object, IN(RELEASE)) ? "inside release"
                                                      : NULL;
    if (is_kind(kind, ON(ON_NEXT_TASK) | ON(ON_ERROR)) && judge_is_within(object, IN(REQUEST)))
        return "inside request";
    if (is_kind(kind, BY_PRODUCER & ~ON(ON_ERROR)) && judge_is_within(object, IN(CANCEL)))
        return "inside cancel";
    return NULL;
}

/* What came before this call and was to be the last but one; NULL: nothing did. */
static const char *too_late(const struct judged *judged, const struct transition **before) {
    const struct object *object = judged->object;
    const struct exchange *exchange = object->exchange;
    enum event_kind kind = judged->event->kind;
    if (object->state == STATE_RELEASED && !is_kind(kind, ON(REQUEST) | ON(RELEASE_BEGIN))) {
        *before = judge_last(object, ON(RELEASE_BEGIN) | ON(RELEASE_END));
        return "after its release";
    }
    if (!exchange || !is_kind(kind, BY_PRODUCER & ~ON(RELEASE_BEGIN)))
        return NULL;
    *before = judge_last(object, ON(ON_SCHEMA) | ON(ON_NEXT_TASK) | ON(ON_ERROR));
    if (exchange->has_failed)
        return "after on_error";
    if (exchange->is_refused)
        return "after the consumer had returned an error";
    if (exchange->has_ended)
        return "after the end of the stream";
    if (kind == EVENT_ON_SCHEMA && exchange->has_schema)
        return "a second time";
    return NULL;
}

/* An error of its own may come after a cancel; this code tells of the cancel itself. */
static bool fails_for_cancel(const struct judged *judged) {
    const struct exchange *exchange = judged->object->exchange;
    return judged->event->kind == EVENT_ON_ERROR && exchange && exchange->is_cancelled &&
           (int)judged->event->n_wanted == ECANCELED &&
           !judge_is_within(judged->object, IN(CANCEL));
}

static bool broken_ASYNC_CALLBACK_ORDER(const struct judged *judged, struct finding *finding) {
    const struct object *object = judged->object;
    const struct transition *before = NULL;
    enum event_kind kind = judged->event->kind;
    if (object->kind != KIND_ASYNC_HANDLER)
        return false;
    const char *how = too_late(judged, &before);
    if (!how && (how = misplaced(judged)))
        before = object->last;
    if (!how && kind == EVENT_ON_NEXT_TASK && object->exchange && !object->exchange->has_schema)
        how = "before on_schema";
    if (!how && fails_for_cancel(judged)) {
        how = "with ECANCELED: a cancel that succeeds is no error";
        before = judge_last(object, ON(CANCEL));
        if (finding->severity > SEVERITY_WARNING)
            finding->severity = SEVERITY_WARNING;
        finding->certainty = CERTAINTY_INFERRED;
    }
    if (!how)
        return false;
    bool is_consumers = is_kind(kind, ON(REQUEST) | ON(CANCEL));
    blame_caller(judged, finding, is_consumers ? BLAME_CONSUMER : BLAME_PRODUCER);
    finding->before = before ? before->stack : 0;
    JUDGE_MESSAGE(finding, judge_called(judged->event), " of ", judge_own_name(judged), " called ",
                  how);
    return true;
}

/* on_error may come out of a cancel, wherever that was called. */
static bool broken_ASYNC_CONCURRENT_CALLBACK(const struct judged *judged, struct finding *finding) {
    const struct object *object = judged->object;
    char tid[24];
    bool is_second = judged->event->kind == EVENT_RELEASE_BEGIN && object->state != STATE_LIVE;
    if (object->kind != KIND_ASYNC_HANDLER || judged->inside == 0 || is_second ||
        judge_is_within(object, IN(REQUEST) | IN(CANCEL)))
        return false;
    bool is_here = object->inside_tid == thread_id();
    blame_caller(judged, finding, BLAME_PRODUCER);
    finding->before = object->inside_stack;
    JUDGE_MESSAGE(finding, judge_called(judged->event), " of ", judge_own_name(judged), " called ",
                  is_here ? "from inside its " : "while thread ",
                  is_here ? "" : judge_count(tid, object->inside_tid),
                  is_here ? "" : " is inside its ", judge_callback(object->inside_callback));
    return true;
}

static bool is_quiet(const struct exchange *exchange) {
    return !exchange->sees_requests || !exchange->has_schema || exchange->has_failed ||
           exchange->is_refused || exchange->has_ended;
}

static bool broken_ASYNC_TASK_NOT_REQUESTED(const struct judged *judged, struct finding *finding) {
    const struct exchange *exchange = judged->object->exchange;
    char given[24], requested[24];
    if (!exchange || judged->event->is_last || judged->object->state != STATE_LIVE ||
        is_quiet(exchange) || exchange->n_given < exchange->n_requested)
        return false;
    blame_caller(judged, finding, BLAME_PRODUCER);
    JUDGE_MESSAGE(finding, "on_next_task of ", judge_own_name(judged), " called with task ",
                  judge_count(given, exchange->n_given + 1), ", ",
                  judge_count(requested, exchange->n_requested), " requested");
    return true;
}

static bool broken_ASYNC_TASK_NOT_EXTRACTED(const struct judged *judged, struct finding *finding) {
    const struct object *object = judged->object;
    if (!object || object->kind != KIND_ASYNC_TASK || !judged->is_normal ||
        object->state != STATE_LIVE || object->is_lost || object->generation != object_generation())
        return false;
    tell_who(object->consumer, object->last ? object->last->stack : 0, finding->who,
             sizeof(finding->who));
    return true;
}

static bool broken_ASYNC_TASK_EXTRACTED_TWICE(const struct judged *judged,
                                              struct finding *finding) {
    const struct object *object = judged->object;
    char copy[24], last[24];
    if (object->state == STATE_LIVE)
        return false;
    const struct transition *before = judge_last(object, ON(EXTRACT));
    finding->before = before ? before->stack : 0;
    JUDGE_MESSAGE(finding, "extract_data of ", judge_own_name(judged), " called a second time");
    if (judged->event->self != object->address)
        JUDGE_NOTE(finding, "through a copy at ", judge_hex(copy, judged->event->self),
                   " of the struct last seen at ", judge_hex(last, object->address));
    return true;
}

static bool broken_ASYNC_INVALID_REQUEST(const struct judged *judged, struct finding *finding) {
    const struct object *object = judged->object;
    const struct exchange *exchange = object->exchange;
    const struct transition *before = NULL;
    char n[24];
    if (object->state == STATE_RELEASED) {
        before = judge_last(object, ON(RELEASE_BEGIN) | ON(RELEASE_END));
        JUDGE_MESSAGE(finding, "request of ", judge_own_name(judged),
                      " called after the handler's release");
    } else if (judged->event->n_wanted <= 0) {
        JUDGE_MESSAGE(finding, "request of ", judge_own_name(judged),
                      " called with n = ", judge_int(n, judged->event->n_wanted));
    } else if (exchange && !exchange->has_schema) {
        JUDGE_MESSAGE(finding, "request of ", judge_own_name(judged), " called before on_schema");
    } else {
        return false;
    }
    finding->before = before ? before->stack : 0;
    return true;
}

static bool broken_ASYNC_PRODUCER_FREED_EARLY(const struct judged *judged,
                                              struct finding *finding) {
    enum event_producer producer = judged->event->producer;
    bool is_missing = producer == PRODUCER_MISSING && judged->event->kind == EVENT_ON_SCHEMA;
    if (judged->object->kind != KIND_ASYNC_HANDLER ||
        (!is_missing && producer != PRODUCER_UNREADABLE))
        return false;
    blame_caller(judged, finding, BLAME_PRODUCER);
    JUDGE_MESSAGE(finding, judge_called(judged->event), " of ", judge_own_name(judged),
                  is_missing ? " called, but its producer is not set"
                             : " called, but its producer cannot be read");
    return true;
}

const struct judge_row stream_rows[] = {
#define IN_STREAMS(ID, when) {CHECK_##ID, when, broken_##ID},
#include "tracker/checks/rows.h"
    {0}};
