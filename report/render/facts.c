/* facts: where the lines of objects, events and stacks stand, and those of them that were read. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "report/render/facts.h"

#include "report/render/index.h"
#include "report/render/member.h"
#include "report/render/store.h"

#include <stdlib.h>
#include <string.h>

struct facts {
    struct lines *lines;
    struct index stacks, objects, events;
    /* Read and not yet gone. */
    struct stack *stacks_read;
    struct object *objects_read;
    struct event *events_read;
    struct facts *next_to_clear;
    bool is_to_clear;
};

static struct facts *to_clear;
static unsigned depth;

struct facts *facts_new(struct lines *lines) {
    struct facts *facts = store_new(sizeof *facts);
    facts->lines = lines;
    return facts;
}

/* An offset stands as a number or as "0x..", whichever the writer found shorter. */
static bool read_offset(const json_t *json, uint64_t *offset) {
    if (json_is_integer(json)) {
        *offset = (uint64_t)json_integer_value(json);
        return true;
    }
    char *end = NULL;
    if (json_is_string(json))
        *offset = strtoull(json_string_value(json), &end, 0);
    return end && end != json_string_value(json) && !*end;
}

static bool is_frame(const json_t *json) {
    uint64_t offset;
    const json_t *first = json_array_get(json, 0);
    return json_is_string(first) ||
           (json_is_integer(first) && read_offset(json_array_get(json, 1), &offset));
}

static const char *wrong_stack(const json_t *json) {
    const json_t *frames = json_object_get(json, "frames");
    if (member_number(json, "id", 0) <= 0 || !json_is_array(frames))
        return "expected a stack's \"id\" and \"frames\"";
    for (size_t i = 0; i < json_array_size(frames); i++)
        if (!is_frame(json_array_get(frames, i)))
            return "expected frames as [MODULE,OFFSET] or [\"FILE\",\"FUNCTION\",LINE]";
    return NULL;
}

static const char *wrong_object(const json_t *json) {
    return member_text(json, "id") && member_text(json, "kind")
               ? NULL
               : "expected an object's \"id\" and \"kind\"";
}

static const char *wrong_event(const json_t *json) {
    return member_text(json, "kind") && member_number(json, "seq", 0) > 0
               ? NULL
               : "expected an event's \"seq\" and \"kind\"";
}

const char *facts_note(struct facts *facts, const json_t *json, const char *kind, uint64_t offset) {
    const char *wrong = NULL;
    if (!strcmp(kind, "stack")) {
        if (!(wrong = wrong_stack(json)))
            index_add(&facts->stacks, (uint64_t)member_number(json, "id", 0), offset);
    } else if (!strcmp(kind, "object")) {
        if (!(wrong = wrong_object(json)))
            index_add(&facts->objects, index_key(member_text(json, "id")), offset);
    } else if (!strcmp(kind, "event")) {
        if (!(wrong = wrong_event(json)))
            index_add(&facts->events, (uint64_t)member_number(json, "seq", 0), offset);
    }
    return wrong;
}

/* The line at an offset as JSON, to be given back; NULL when the file has changed since. */
static json_t *read_at(struct facts *facts, uint64_t offset) {
    size_t length;
    const char *text = lines_at(facts->lines, offset, &length);
    return text ? json_loadb(text, length, JSON_ALLOW_NUL, NULL) : NULL;
}

static void remember(struct facts *facts) {
    if (facts->is_to_clear)
        return;
    facts->is_to_clear = true;
    facts->next_to_clear = to_clear;
    to_clear = facts;
}

static void fill_frame(const struct process *process, const json_t *json, struct frame *frame) {
    const json_t *first = json_array_get(json, 0), *second = json_array_get(json, 1);
    const json_t *third = json_array_get(json, 2);
    if (json_is_string(first)) {
        frame->file = store_string(json_string_value(first));
        frame->function = json_is_string(second) ? store_string(json_string_value(second)) : "?";
        frame->line = (int)json_integer_value(third);
        return;
    }
    frame->module = process_module(process, (int)json_integer_value(first));
    frame->is_exact = json_integer_value(third) == 1 || json_is_true(third);
    read_offset(second, &frame->offset);
}

static struct stack *stack_of(const struct process *process, const json_t *json) {
    const json_t *frames = json_object_get(json, "frames");
    struct stack *stack = store_new(sizeof *stack);
    stack->id = (int)member_number(json, "id", 0);
    stack->hash = member_copy(json, "hash", "");
    stack->is_truncated = json_is_true(json_object_get(json, "truncated"));
    stack->n_frames = json_array_size(frames);
    stack->frames = store_new(stack->n_frames * sizeof *stack->frames);
    for (size_t i = 0; i < stack->n_frames; i++)
        fill_frame(process, json_array_get(frames, i), &stack->frames[i]);
    return stack;
}

struct stack *facts_stack(const struct process *process, int id) {
    struct facts *facts = process->facts;
    struct stack *stack;
    uint64_t offset;
    HASH_FIND_INT(facts->stacks_read, &id, stack);
    if (stack || id <= 0 || !index_find(&facts->stacks, (uint64_t)id, &offset))
        return stack;
    json_t *json = read_at(facts, offset);
    if (json && !wrong_stack(json) && member_number(json, "id", 0) == id) {
        stack = stack_of(process, json);
        HASH_ADD_INT(facts->stacks_read, id, stack);
        remember(facts);
    }
    json_decref(json);
    return stack;
}

static void fill_places(const json_t *json, struct object *object) {
    const json_t *places = json_object_get(json, "addresses");
    object->places = store_new(json_array_size(places) * sizeof *object->places);
    for (size_t i = 0; i < json_array_size(places); i++) {
        const json_t *place = json_array_get(places, i), *to = json_array_get(place, 2);
        const char *address = json_string_value(json_array_get(place, 0));
        object->places[object->n_places++] =
            (struct place){.address = store_string(address ? address : ""),
                           .from_seq = json_integer_value(json_array_get(place, 1)),
                           .to_seq = json_is_integer(to) ? json_integer_value(to) : -1};
    }
}

static struct object *object_of(const json_t *json) {
    const json_t *release = json_object_get(json, "release");
    struct object *object = store_new(sizeof *object);
    *object = (struct object){
        .id = member_copy(json, "id", ""),
        .name = member_copy(json, "name", NULL),
        .kind = member_copy(json, "kind", ""),
        .type = member_copy(json, "type", NULL),
        .device = member_copy(json, "device", NULL),
        .parent = member_copy(json, "parent", NULL),
        .producer = member_copy(json, "producer", NULL),
        .consumer = member_copy(json, "consumer", NULL),
        .state = member_copy(json, "state", "live"),
        .length = member_number(json, "length", -1),
        .bytes_host = member_amount(json, "bytes_host", 0),
        .bytes_device = member_amount(json, "bytes_device", 0),
        .origin = (int)member_number(json, "origin", 0),
        .release_module = -2,
    };
    if (json_is_array(release) && read_offset(json_array_get(release, 1), &object->release_offset))
        object->release_module = (int)json_integer_value(json_array_get(release, 0));
    fill_places(json, object);
    return object;
}

/* Read and not remembered. */
static struct object *object_at(struct facts *facts, uint64_t offset) {
    json_t *json = read_at(facts, offset);
    struct object *object = json && !wrong_object(json) ? object_of(json) : NULL;
    json_decref(json);
    return object;
}

struct object *facts_object(const struct process *process, const char *id) {
    struct facts *facts = process->facts;
    struct object *object;
    uint64_t offset;
    HASH_FIND_STR(facts->objects_read, id, object);
    if (object || !index_find(&facts->objects, index_key(id), &offset))
        return object;
    object = object_at(facts, offset);
    if (!object || strcmp(object->id, id))
        return NULL;
    HASH_ADD_KEYPTR(hh, facts->objects_read, object->id, strlen(object->id), object);
    remember(facts);
    return object;
}

static struct event *event_of(const json_t *json) {
    struct event *event = store_new(sizeof *event);
    *event = (struct event){
        .seq = member_number(json, "seq", 0),
        .t_us = member_amount(json, "t_us", 0),
        .tid = member_number(json, "tid", 0),
        .bytes = member_amount(json, "bytes", -1),
        .thread = member_copy(json, "thread", NULL),
        .kind = member_copy(json, "kind", ""),
        .object = member_copy(json, "object", NULL),
        .actor = member_copy(json, "actor", NULL),
        .owner_after = member_copy(json, "owner_after", NULL),
        .note = member_copy(json, "note", NULL),
        .stream = member_copy(json, "stream", NULL),
        .sync_event = member_copy(json, "sync_event", NULL),
        .stream_name = member_copy(json, "stream_name", NULL),
        .stream_origin = (int)member_number(json, "stream_origin", 0),
        .stack = (int)member_number(json, "stack", 0),
    };
    return event;
}

static struct event *event_at(struct facts *facts, uint64_t offset) {
    json_t *json = read_at(facts, offset);
    struct event *event = json && !wrong_event(json) ? event_of(json) : NULL;
    json_decref(json);
    return event;
}

const struct event *facts_event(const struct process *process, int64_t seq) {
    struct facts *facts = process->facts;
    struct event *event;
    uint64_t offset;
    HASH_FIND(hh, facts->events_read, &seq, sizeof seq, event);
    if (event || seq <= 0 || !index_find(&facts->events, (uint64_t)seq, &offset))
        return event;
    event = event_at(facts, offset);
    if (!event || event->seq != seq)
        return NULL;
    HASH_ADD(hh, facts->events_read, seq, sizeof event->seq, event);
    remember(facts);
    return event;
}

bool facts_has_stack(const struct process *process, int id) {
    uint64_t offset;
    return id > 0 && index_find(&process->facts->stacks, (uint64_t)id, &offset);
}

int64_t facts_last_seq(const struct process *process) {
    size_t n;
    const struct index_entry *entries = index_all(&process->facts->events, &n);
    return n ? (int64_t)entries[n - 1].key : 0;
}

size_t facts_n_objects(const struct process *process) {
    size_t n;
    index_all(&process->facts->objects, &n);
    return n;
}

void facts_each_object(const struct process *process,
                       void (*take)(const struct object *object, void *context), void *context) {
    size_t n;
    const struct index_entry *entries = index_all(&process->facts->objects, &n);
    for (size_t i = 0; i < n; i++) {
        facts_begin();
        const struct object *object = object_at(process->facts, entries[i].offset);
        if (object)
            take(object, context);
        facts_end();
    }
}

void facts_each_event(const struct process *process,
                      void (*take)(const struct event *event, void *context), void *context) {
    size_t n;
    const struct index_entry *entries = index_all(&process->facts->events, &n);
    for (size_t i = 0; i < n; i++) {
        facts_begin();
        const struct event *event = event_at(process->facts, entries[i].offset);
        if (event)
            take(event, context);
        facts_end();
    }
}

void facts_begin(void) {
    depth++;
    store_begin();
}

void facts_end(void) {
    for (; depth == 1 && to_clear; to_clear = to_clear->next_to_clear) {
        HASH_CLEAR(hh, to_clear->stacks_read);
        HASH_CLEAR(hh, to_clear->objects_read);
        HASH_CLEAR(hh, to_clear->events_read);
        to_clear->is_to_clear = false;
    }
    depth--;
    store_end();
}
