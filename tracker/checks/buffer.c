/* buffer: what was done to buffers that a consumer holds, or held. One predicate a row of the group
 * BUFFERS: broken_ID. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "report/base/text.h"
#include "tracker/checks/deed.h"
#include "tracker/element.h"
#include "tracker/isolate.h"
#include "tracker/wording.h"

#define RELEASES (ON(RELEASE_BEGIN) | ON(RELEASE_END))

static bool acted(const struct judged *judged, enum isolate_act act) {
    const struct isolate_access *access = judged->event->access;
    return access && access->act == act;
}

/* "buffer 1 (values) of array#30" */
static const char *subject(const struct judged *judged, char storage[96]) {
    const struct isolate_access *access = judged->event->access;
    struct text text = text_begin(storage, 96);
    if (!judged->object) {
        text_add(&text, "a buffer of an array forgotten since");
        return storage;
    }
    text_add(&text, "buffer ");
    text_add_uint(&text, access->buffer);
    text_add(&text, " (");
    text_add(&text, element_buffer(access->type, access->buffer));
    text_add(&text, ") of ");
    text_add(&text, judge_own_name(judged));
    return storage;
}

/* "column price, row 17 of 1,000,000", else the byte. */
static void add_place(struct text *text, const struct isolate_access *access) {
    char size[24];
    if (access->column[0]) {
        text_add(text, "column ");
        text_add(text, access->column);
        text_add(text, ", ");
    }
    if (access->row >= 0) {
        text_add(text, "row ");
        text_add_uint(text, (uint64_t)access->row);
        text_add(text, " of ");
        text_add_uint(text, (uint64_t)access->rows);
    } else {
        text_add(text, "byte ");
        text_add_uint(text, access->byte);
        text_add(text, " of ");
        text_add(text, judge_size(size, access->size));
    }
}

static struct text begin_note(const struct judged *judged, struct finding *finding) {
    struct text text = text_begin(finding->note, sizeof(finding->note));
    if (judged->object)
        add_place(&text, judged->event->access);
    return text;
}

static stack_id release_of(const struct object *object) {
    for (; object; object = object->parent) {
        const struct transition *step = judge_last(object, RELEASES);
        if (step)
            return step->stack;
    }
    return 0;
}

static bool broken_BUFFER_USED_AFTER_RELEASE(const struct judged *judged, struct finding *finding) {
    char storage[96];
    if (judged->act)
        return deed_is_used(judged, finding);
    if (!acted(judged, ISOLATE_AFTER_RELEASE))
        return false;
    finding->before = release_of(judged->object);
    JUDGE_MESSAGE(finding, subject(judged, storage),
                  judged->event->access->is_write ? " written" : " read", " after its release");
    begin_note(judged, finding);
    return true;
}

/* What the end of the process shows has no place but the hand-over. */
static void at_the_end(struct finding *finding) {
    if (!finding->now)
        finding->now = finding->origin;
}

static void note_values(struct text *text, const struct isolate_access *access) {
    if (!access->before[0] || !access->after[0])
        return;
    text_add(text, ": ");
    text_add(text, access->before);
    text_add(text, " at the hand-over, ");
    text_add(text, access->after);
    text_add(text, " now");
}

/* Who writes to the producer's own memory is not seen: it is his to keep as it was. */
static bool broken_BUFFER_WRITTEN_WHILE_HELD(const struct judged *judged, struct finding *finding) {
    char storage[96];
    if (judged->act)
        return deed_is_written(judged, finding);
    if (acted(judged, ISOLATE_CHANGED)) {
        finding->certainty = CERTAINTY_INFERRED;
        finding->blame = BLAME_PRODUCER;
        at_the_end(finding);
        JUDGE_MESSAGE(finding, subject(judged, storage),
                      " was changed by its producer's side while it was held");
        struct text text = begin_note(judged, finding);
        note_values(&text, judged->event->access);
        return true;
    }
    if (!acted(judged, ISOLATE_WRITTEN))
        return false;
    JUDGE_MESSAGE(finding, subject(judged, storage), " written by who was only lent it");
    begin_note(judged, finding);
    return true;
}

/* The first schema of a tree in which a string is not what it was. */
static const struct object *find_reworded(const struct object *schema, uintptr_t place,
                                          const char **member) {
    const struct object *found = NULL;
    *member = schema->wording ? wording_changed(schema->wording, place) : NULL;
    if (*member)
        return schema;
    for (const struct object *child = schema->children; child && !found; child = child->sibling)
        if (child->state == STATE_LIVE && !child->moved_out)
            found = find_reworded(child, child->place, member);
    return found;
}

/* A schema is released or handed on, and memory that its strings lie in holds something else. */
static bool is_reworded(const struct judged *judged, struct finding *finding) {
    const struct object *object = judged->object, *found;
    const char *member;
    char child[24];
    if (!object || object->kind != KIND_SCHEMA || object->state != STATE_LIVE ||
        (object->parent && !object->moved_out) ||
        (judged->event->kind != EVENT_RELEASE_BEGIN && judged->event->content != CONTENT_OBJECT) ||
        (object->reported & CHECK_BIT(CHECK_BUFFER_FREED_WHILE_HELD)))
        return false;
    found = find_reworded(object, judged->event->self, &member);
    if (!found)
        return false;
    if (found != object)
        judge_name(finding, found);
    JUDGE_MESSAGE(finding, "member ", member, " of ", object_name(found, child),
                  found == object ? "" : ", a child of ",
                  found == object ? "" : judge_own_name(judged), found == object ? "" : ",",
                  " points to memory that was freed or used again while it is held");
    return true;
}

static bool broken_BUFFER_FREED_WHILE_HELD(const struct judged *judged, struct finding *finding) {
    char storage[96];
    if (judged->act)
        return deed_is_freed(judged, finding);
    if (judged->event->kind != EVENT_VERIFY)
        return is_reworded(judged, finding);
    if (!acted(judged, ISOLATE_LOST))
        return false;
    at_the_end(finding);
    JUDGE_MESSAGE(finding, subject(judged, storage), " can't be read any more while it is held");
    begin_note(judged, finding);
    return true;
}

static bool broken_BUFFER_OVERREAD(const struct judged *judged, struct finding *finding) {
    char storage[96];
    if (!acted(judged, ISOLATE_OVERREAD))
        return false;
    JUDGE_MESSAGE(finding, subject(judged, storage), " read beyond its last byte");
    struct text text = begin_note(judged, finding);
    text_add(&text, ", which has ");
    text_add_uint(&text, judged->event->access->size);
    text_add(&text, " bytes");
    return true;
}

static bool broken_BUFFER_UNDERREAD(const struct judged *judged, struct finding *finding) {
    char storage[96];
    if (!acted(judged, ISOLATE_UNDERREAD))
        return false;
    JUDGE_MESSAGE(finding, subject(judged, storage), " read before its first row");
    struct text text = begin_note(judged, finding);
    text_add(&text, ", ");
    text_add_uint(&text, (uint64_t)-judged->event->access->gap);
    text_add(&text, " bytes before that row's");
    return true;
}

static bool broken_RELEASED_WITH_WORK_IN_FLIGHT(const struct judged *judged,
                                                struct finding *finding) {
    const struct act *act = deed_act(judged, CHECK_RELEASED_WITH_WORK_IN_FLIGHT, finding);
    char where[24];
    if (!act)
        return false;
    JUDGE_MESSAGE(finding, judge_own_name(judged), " released while ",
                  deed_where(&act->other, where), " may still read its memory");
    JUDGE_NOTE(finding, "nothing orders the release, or the free in it, after that read");
    return true;
}

static bool reused(const struct judged *judged, enum check_id check, struct finding *finding) {
    const struct act *act = deed_act(judged, check, finding);
    char name[24], now[24], then[24];
    if (!act)
        return false;
    JUDGE_MESSAGE(finding, "memory of ", deed_array(act, name), ", released, ",
                  deed_done(&act->own), " on ", deed_where(&act->own, now), " while ",
                  deed_where(&act->other, then), " may still read it");
    return true;
}

static bool broken_REUSE_BEFORE_WORK_DONE(const struct judged *judged, struct finding *finding) {
    return reused(judged, CHECK_REUSE_BEFORE_WORK_DONE, finding);
}

static bool broken_FREE_ON_UNORDERED_STREAM(const struct judged *judged, struct finding *finding) {
    return reused(judged, CHECK_FREE_ON_UNORDERED_STREAM, finding);
}

const struct judge_row buffer_rows[] = {
#define IN_BUFFERS(ID, when) {CHECK_##ID, when, broken_##ID},
#include "tracker/checks/rows.h"
    {0}};
