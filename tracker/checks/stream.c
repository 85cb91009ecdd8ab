/* stream: what is wrong with a call of a stream's callbacks, or with what they gave. One predicate
 * a row of the group STREAMS: broken_ID. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "report/base/thread.h"
#include "tracker/checks/judge.h"
#include "tracker/look.h"
#include "tracker/place.h"

/* The struct that the stream was moved out of: known, marked released, while the stream lives
 * elsewhere. */
static bool is_moved_from(const struct object *object, uintptr_t self) {
    uintptr_t release;
    return object->state == STATE_LIVE && self != object->address &&
           place_find_locked(object, self) && look_release(object->kind, self, &release) &&
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

static bool broken_CHUNK_ON_OTHER_DEVICE(const struct judged *judged, struct finding *finding) {
    const struct object *object = judged->object;
    char chunk[24], stream[24];
    /* Only of a new chunk is the stream sure to exist. */
    if (judged->event->content != CONTENT_NEW || !object->source ||
        object->kind != KIND_DEVICE_ARRAY || object->source->kind != KIND_DEVICE_STREAM ||
        object->device_type == object->source->device_type)
        return false;
    judge_name(finding, object->source);
    JUDGE_MESSAGE(finding, judge_own_name(judged), " lies on device type ",
                  judge_count(chunk, (uint64_t)object->device_type), ", its stream says ",
                  judge_count(stream, (uint64_t)object->source->device_type));
    return true;
}

const struct judge_row stream_rows[] = {
#define IN_LIFETIME(ID, when)
#define IN_BUFFERS(ID, when)
#define IN_CONTENT(ID, when)
#define IN_SYNC(ID, when)
#define IN_FORM(ID, when)
#define IN_STREAMS(ID, when) {CHECK_##ID, when, broken_##ID},
#define IN_COPIES(ID, when)
#define IN_TOOL(ID, when)
#define CHECK(ID, slug, group, severity, blame, certainty, cwe, document, section, level, anchor,  \
              says, fix, when)                                                                     \
    IN_##group(ID, when)
#include "report/checks.def"
#undef CHECK
    {0}};
