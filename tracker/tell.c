/* tell: fills the record's structs from objects. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "tracker/tell.h"

#include "report/base/text.h"
#include "report/module.h"
#include "report/record.h"
#include "tracker/client.h"
#include "tracker/device.h"
#include "tracker/event.h"
#include "tracker/origin.h"
#include "tracker/place.h"
#include "tracker/timeline.h"
#include "tracker/type.h"

/* Of a timeline with more steps than a finding names: so many from its start. */
#define FIRST_STEPS  4
#define PARENT_STEPS 6

static const char *(*row_name)(uint16_t row);
static bool tells_all;

void tell_init(const char *(*name_of_row)(uint16_t row), bool all) {
    row_name = name_of_row;
    tells_all = all;
}

static const char *basename_of(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

const char *tell_row(uint16_t row) {
    return row_name && row != UINT16_MAX ? row_name(row) : NULL;
}

void tell_who(int id, stack_id stack, char *to, size_t size) {
    struct text text = text_begin(to, size);
    const struct module *module = module_get(id);
    if (module) {
        text_add(&text, module->name);
        return;
    }
    unsigned n = 0;
    const struct stack_frame *frames = stack ? stack_frames(stack, &n) : NULL;
    for (unsigned i = 0; i < n; i++)
        if (frames[i].pc == 0 && frames[i].file) {
            text_add(&text, basename_of(frames[i].file));
            return;
        }
}

void tell_user(stack_id stack, char *to, size_t size) {
    const struct stack_frame *user = client_frame(stack);
    struct text text = text_begin(to, size);
    if (user)
        text_add(&text, user->pc ? module_get(user->module)->name : basename_of(user->file));
}

static void name_device(const struct object *object, char *to, size_t size) {
    struct text text = text_begin(to, size);
    int32_t type = object->device_type;
    const struct device *known = device_of(type);
    if (known) {
        text_add(&text, known->name);
    } else {
        text_add(&text, "device type ");
        text_add_int(&text, type);
    }
    if (type != DEVICE_CPU && object->device_id >= 0) {
        text_add(&text, ":");
        text_add_int(&text, object->device_id);
    }
}

static const char *state_of(const struct object *object) {
    if (object->is_freed)
        return "freed";
    return object->state == STATE_LIVE || object->state == STATE_RELEASING ? "live" : "released";
}

/* The record wants the oldest place first. */
static void add_places(const struct object *object, struct record_object *line) {
    _Static_assert(LENGTH(line->addresses) >= PLACE_MOST, "all places fit");
    for (const struct place *place = object->places; place; place = place->next)
        line->n_addresses++;
    unsigned i = line->n_addresses;
    for (const struct place *place = object->places; place; place = place->next) {
        i--;
        line->addresses[i].address = place->key.address;
        line->addresses[i].from_seq = place->from_seq;
        line->addresses[i].to_seq = place->to_seq;
    }
}

void tell_object_as_locked(struct object *object, const char *state) {
    char id[24], parent[24], device[32], producer[64], consumer[64];
    bool is_placed = object->device_type != 0;
    stack_id last = object->last ? object->last->stack : 0;
    name_device(object, device, sizeof(device));
    tell_who(object->producer, 0, producer, sizeof(producer));
    tell_who(object->consumer, last, consumer, sizeof(consumer));
    bool is_host = device_is_host(object->device_type);
    struct record_object line = {.id = object_name(object, id),
                                 .name = object->label,
                                 .kind = object_kind_name(object->kind),
                                 .type = object->type ? object->type->name : NULL,
                                 .device = is_placed ? device : NULL,
                                 .parent =
                                     object->parent ? object_name(object->parent, parent) : NULL,
                                 .producer = *producer ? producer : NULL,
                                 .consumer = *consumer ? consumer : NULL,
                                 .state = state,
                                 .length = object->length,
                                 .bytes_host = is_host ? object->bytes : 0,
                                 .bytes_device = is_host ? 0 : object->bytes,
                                 .origin = origin_stack(object->origin),
                                 .release = object->release,
                                 .release_module = object->release_module};
    add_places(object, &line);
    object->is_recorded = true;
    record_object(&line);
}

void tell_object_locked(struct object *object) {
    tell_object_as_locked(object, state_of(object));
}

void tell_again(struct object *object) {
    object_lock(object);
    if (object->is_recorded)
        tell_object_locked(object);
    object_unlock(object);
}

/* Words of report.schema.json. */
static const char *const words[N_EVENT_KINDS] = {[EVENT_EXPORT] = "export",
                                                 [EVENT_HAND_OVER] = "hand-over",
                                                 [EVENT_IMPORT] = "import",
                                                 [EVENT_MOVE] = "move",
                                                 [EVENT_GET_SCHEMA] = "get_schema",
                                                 [EVENT_GET_NEXT] = "get_next",
                                                 [EVENT_GET_LAST_ERROR] = "read",
                                                 [EVENT_ON_SCHEMA] = "on_schema",
                                                 [EVENT_ON_NEXT_TASK] = "on_next_task",
                                                 [EVENT_ON_ERROR] = "on_error",
                                                 [EVENT_REQUEST] = "request",
                                                 [EVENT_CANCEL] = "cancel",
                                                 [EVENT_EXTRACT] = "extract_data",
                                                 [EVENT_RELEASE_BEGIN] = "release-begin",
                                                 [EVENT_RELEASE_END] = "release-end",
                                                 [EVENT_FREE] = "free",
                                                 [EVENT_OVERWRITE] = "overwrite",
                                                 [EVENT_DROP] = "read",
                                                 [EVENT_READ] = "read",
                                                 [EVENT_WRITE] = "write",
                                                 [EVENT_VERIFY] = "compare"};

/* Did a callback give it? Then its first step is that callback's. */
static bool is_given(const struct object *object, const struct transition *step) {
    return step->kind == EVENT_EXPORT && object->source;
}

static const char *word_of(const struct object *object, const struct transition *step) {
    return words[is_given(object, step) ? EVENT_GET_SCHEMA + object->giver - CALLBACK_GET_SCHEMA
                                        : step->kind];
}

static const char *note_of(const struct object *object, const struct transition *step,
                           char *storage, size_t size) {
    char who[64];
    struct text text = text_begin(storage, size);
    if (step->kind == EVENT_GET_LAST_ERROR)
        return "get_last_error";
    if (step->kind == EVENT_DROP)
        return "its capsule is destroyed";
    if (step->kind == EVENT_IMPORT && object->giver == CALLBACK_ON_SCHEMA)
        return "on_schema";
    if (is_given(object, step)) {
        tell_who(object->producer, 0, who, sizeof(who));
        text_add(&text, "made by ");
        text_add(&text, who);
        return *who ? storage : NULL;
    }
    return tell_row(step->row);
}

/* "array#" */
static void add_kind(struct text *text, const struct object *object) {
    char name[24];
    object_name(object, name);
    text_add_bytes(text, name, strcspn(name, "#") + 1);
}

/* "etl at 0x7ffc10a0", "nobody (struct at 0x7ffc10a0)" */
static const char *owner_after(const struct object *object, const struct transition *step,
                               char *storage, size_t size) {
    char who[64];
    struct text text = text_begin(storage, size);
    switch (step->kind) {
    case EVENT_DROP:
    case EVENT_READ:
    case EVENT_WRITE:
    case EVENT_VERIFY:
    case EVENT_ON_SCHEMA:
    case EVENT_ON_NEXT_TASK:
    case EVENT_ON_ERROR:
    case EVENT_REQUEST:
    case EVENT_CANCEL:
        return NULL;
    case EVENT_RELEASE_BEGIN:
    case EVENT_FREE:
    case EVENT_EXTRACT:
        return "nobody";
    case EVENT_RELEASE_END:
        text_add(&text, "nobody (struct at ");
        text_add_hex(&text, step->address);
        text_add(&text, ")");
        return storage;
    case EVENT_OVERWRITE:
        if (object->overwritten_by == 0)
            return "nobody (the stream's end stands there now)";
        text_add(&text, "nobody (");
        add_kind(&text, object);
        text_add_uint(&text, object->overwritten_by);
        text_add(&text, " stands there now)");
        return storage;
    default:
        break;
    }
    tell_who(step->owner, step->stack, who, sizeof(who));
    text_add(&text, *who ? who : "caller");
    text_add(&text, " at ");
    text_add_hex(&text, step->address);
    return storage;
}

static void tell_step(const struct object *object, struct transition *step) {
    char name[24], actor[64], owner[96], note[96];
    if (step->recorded)
        return;
    step->recorded = true;
    tell_who(step->actor, step->stack, actor, sizeof(actor));
    struct record_event line = {.seq = step->seq,
                                .time_ns = step->time_ns,
                                .tid = step->tid,
                                .kind = word_of(object, step),
                                .object = object_name(object, name),
                                .actor = *actor ? actor : NULL,
                                .owner_after = owner_after(object, step, owner, sizeof(owner)),
                                .note = note_of(object, step, note, sizeof(note)),
                                .stack = step->stack,
                                .bytes = object->bytes ? (int64_t)object->bytes : -1};
    record_event(&line);
}

void tell_step_locked(struct object *object, struct transition *step) {
    if (!tells_all)
        return;
    if (!object->is_recorded)
        tell_object_locked(object);
    tell_step(object, step);
}

/* In order of seq, which is the order of time across objects. */
static void name_step(struct finding *finding, uint64_t seq) {
    unsigned at = finding->n_events++;
    for (; at > 0 && finding->events[at - 1] > seq; at--)
        finding->events[at] = finding->events[at - 1];
    finding->events[at] = seq;
}

/* At most so many steps: some from the start, the others from the end. */
static void add_steps(const struct object *object, struct finding *finding, unsigned most) {
    unsigned n = object->n_transitions, i = 0;
    unsigned first = n <= most ? n : FIRST_STEPS < most / 2 ? FIRST_STEPS : most / 2;
    for (struct transition *step = object->first; step; step = step->next, i++)
        if (i < first || i >= n - (most - first)) {
            tell_step(object, step);
            name_step(finding, step->seq);
        }
}

/* Not before it is sure that there is something to tell: most of what is filled anew is a stale
 * copy. */
static void log_overwriting_locked(struct object *object) {
    struct transition *step = object_log_locked(object, object->overwriting);
    step->time_ns = object->overwriting->time_ns;
    step->tid = object->overwriting->tid;
}

void tell_timeline_locked(struct object *object, struct finding *finding) {
    struct object *ancestor = object->parent;
    while (ancestor && !ancestor->first)
        ancestor = ancestor->parent;
    if (ancestor)
        add_steps(ancestor, finding, PARENT_STEPS);
    if (finding->check == CHECK_LIVE_STRUCT_OVERWRITTEN)
        log_overwriting_locked(object);
    add_steps(object, finding, FINDING_MAX_EVENTS - finding->n_events);
}

/* Words of report.schema.json. */
static const char *const done[N_DEEDS] = {
    [DEED_READ] = "copy",        [DEED_WRITE] = "write",          [DEED_KERNEL] = "kernel",
    [DEED_ALLOCATION] = "write", [DEED_FREE] = "device-free",     [DEED_RECORD] = "event-record",
    [DEED_WAIT] = "event-wait",  [DEED_DESTROY] = "event-destroy"};

static const char *numbered(const char *what, uint32_t number, char storage[24]) {
    struct text text = text_begin(storage, 24);
    text_add(&text, what);
    text_add_uint(&text, number);
    return number > 0 ? storage : NULL;
}

/* Hand-over and release stand in the array's own timeline. */
static void tell_deed(struct finding *finding, const struct act *act, const struct deed *deed) {
    char name[24], stream[24], event[24], who[64];
    if (deed->kind >= N_DEEDS || !done[deed->kind] || deed->seq == 0 ||
        finding->n_events == FINDING_MAX_EVENTS)
        return;
    bool is_of_event =
        deed->kind == DEED_RECORD || deed->kind == DEED_WAIT || deed->kind == DEED_DESTROY;
    tell_who(-1, deed->stack, who, sizeof(who));
    const struct timeline_which which = timeline_which(deed->stream);
    struct record_event line = {.seq = deed->seq,
                                .time_ns = deed->time_ns,
                                .tid = deed->tid,
                                .kind = done[deed->kind],
                                .object = act->array ? object_name(act->array, name) : NULL,
                                .actor = *who ? who : NULL,
                                .note = tell_row(deed->row),
                                .stack = deed->stack,
                                .bytes = -1,
                                .stream = numbered("stream#", deed->stream, stream),
                                .stream_name = which.name,
                                .stream_origin = which.made,
                                .sync_event =
                                    is_of_event ? numbered("event#", act->event, event) : NULL};
    record_event(&line);
    name_step(finding, deed->seq);
}

void tell_deeds(struct finding *finding, const struct act *act) {
    if (finding_is_known(finding))
        return;
    if (act->record.seq != act->other.seq)
        tell_deed(finding, act, &act->record);
    tell_deed(finding, act, &act->other);
    tell_deed(finding, act, &act->own);
}

static bool is_named(const struct finding *finding, const struct object *object) {
    char name[24];
    object_name(object, name);
    for (unsigned i = 0; i < finding->n_objects; i++)
        if (strcmp(finding->objects[i], name) == 0)
            return true;
    return false;
}

void tell_finding(struct finding *finding, struct object *object) {
    /* Of what is only counted the record knows all it has to. */
    if (object && finding->n_objects > 0 && !finding_is_known(finding)) {
        object_lock(object);
        for (struct object *ancestor = object->parent; ancestor; ancestor = ancestor->parent)
            tell_object_locked(ancestor);
        for (struct object *child = object->children; child && finding->n_objects > 1;
             child = child->sibling)
            if (is_named(finding, child))
                tell_object_locked(child);
        tell_object_locked(object);
        tell_timeline_locked(object, finding);
        object_unlock(object);
    }
    finding_report(finding);
}
