/* judge: asks the predicates of an event's rows and gives them words for their sentences. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "tracker/checks/judge.h"

#include <stdarg.h>

#include "report/base/text.h"
#include "report/base/thread.h"
#include "tracker/client.h"
#include "tracker/exchange.h"
#include "tracker/origin.h"
#include "tracker/tell.h"
#include "tracker/tracker.h"

_Static_assert(N_CHECKS <= 128, "object.reported has a bit for each");
_Static_assert(N_EVENT_KINDS <= 30, "judge_row.when has a bit for each");

void judge_say(char *to, size_t size, const char *part, ...) {
    struct text text = text_begin(to, size);
    va_list parts;
    va_start(parts, part);
    for (; part; part = va_arg(parts, const char *))
        text_add(&text, part);
    va_end(parts);
}

void judge_name(struct finding *finding, const struct object *object) {
    if (finding->n_objects < FINDING_MAX_OBJECTS)
        object_name(object, finding->objects[finding->n_objects++]);
}

const char *judge_own_name(const struct judged *judged) {
    return judged->object ? object_name(judged->object, judged->storage) : "";
}

const struct transition *judge_last(const struct object *object, uint32_t kinds) {
    const struct transition *found = NULL;
    for (const struct transition *step = object->first; step; step = step->next)
        if (kinds & (1u << step->kind))
            found = step;
    return found;
}

void judge_blame_first(const struct judged *judged, struct finding *finding) {
    const struct transition *held = NULL, *step = judged->object->first;
    for (; step && !((1u << step->kind) & (ON(RELEASE_BEGIN) | ON(RELEASE_END))); step = step->next)
        held = step;
    if (!step || !held || client_library(step->actor) ||
        !client_library(judged->event->site->actor))
        return;
    /* The library's struct is the one that was handed over, the user released a copy of it. */
    bool is_librarys = step->address != held->address && judged->event->self == held->address;
    if (client_library(held->owner) || is_librarys)
        tell_who(step->actor, step->stack, finding->who, sizeof(finding->who));
}

void judge_blame_copier(const struct judged *judged, struct finding *finding) {
    const struct transition *first = NULL, *copied = NULL;
    for (const struct transition *step = judged->object->first; step; step = step->next) {
        if (step->kind != EVENT_IMPORT)
            continue;
        if (first && step->address != first->address)
            copied = step;
        first = first ? first : step;
    }
    if (!copied || !client_library(judged->event->site->actor) ||
        client_library(client_of(copied->stack, copied->actor)))
        return;
    finding->before = copied->stack;
    tell_user(copied->stack, finding->who, sizeof(finding->who));
}

const char *judge_callback(uint32_t callback) {
    static const char *const names[N_CALLBACKS] = {
        "release",      "get_schema", "get_next", "get_last_error", "on_schema",
        "on_next_task", "on_error",   "request",  "cancel",         "extract_data"};
    return callback < LENGTH(names) ? names[callback] : "a callback";
}

static bool is_entered(enum event_kind kind) {
    return kind >= EVENT_GET_SCHEMA && kind <= EVENT_EXTRACT;
}

static enum callback entered(enum event_kind kind) {
    return (enum callback)(kind - EVENT_GET_SCHEMA + CALLBACK_GET_SCHEMA);
}

const char *judge_called(const struct event *event) {
    if (event->kind == EVENT_RELEASE_BEGIN || event->kind == EVENT_RELEASE_END)
        return judge_callback(CALLBACK_RELEASE);
    return judge_callback(is_entered(event->kind) ? entered(event->kind)
                                                  : (uint32_t)event->callback);
}

bool judge_is_within(const struct object *object, uint32_t callbacks) {
    const struct thread *self = &thread_self;
    unsigned n = self->n_callbacks <= THREAD_MAX_CALLBACKS ? self->n_callbacks : 0;
    for (unsigned i = 0; i < n; i++)
        if (self->callbacks[i].object == object && callbacks >> self->callbacks[i].kind & 1)
            return true;
    return false;
}

const char *judge_hex(char storage[24], uintptr_t number) {
    struct text text = text_begin(storage, 24);
    text_add_hex(&text, number);
    return storage;
}

const char *judge_count(char storage[24], uint64_t number) {
    struct text text = text_begin(storage, 24);
    text_add_uint(&text, number);
    return storage;
}

const char *judge_int(char storage[24], int64_t number) {
    struct text text = text_begin(storage, 24);
    text_add_int(&text, number);
    return storage;
}

/* tenths / 10 with one decimal and a unit */
static const char *with_tenth(char storage[24], uint64_t tenths, const char *unit) {
    struct text text = text_begin(storage, 24);
    text_add_uint(&text, tenths / 10);
    text_add(&text, ".");
    text_add_uint(&text, tenths % 10);
    text_add(&text, unit);
    return storage;
}

const char *judge_size(char storage[24], uint64_t bytes) {
    static const char *const units[] = {" KiB", " MiB", " GiB", " TiB"};
    if (bytes < 1024) {
        struct text text = text_begin(storage, 24);
        text_add_uint(&text, bytes);
        text_add(&text, " B");
        return storage;
    }
    unsigned unit = 0;
    uint64_t scale = 1024;
    while (bytes / scale >= 1024 && unit + 1 < LENGTH(units)) {
        scale *= 1024;
        unit++;
    }
    uint64_t tenths = bytes / scale * 10 + bytes % scale * 10 / scale;
    return with_tenth(storage, tenths, units[unit]);
}

const char *judge_seconds(char storage[24], uint64_t ns) {
    return with_tenth(storage, ns / 100000000u, " s");
}

/* A function was given the struct by whoever called it; a callback is called by who is to blame. */
static bool is_boundary(const struct event *event) {
    return event->kind == EVENT_EXPORT || event->kind == EVENT_HAND_OVER ||
           event->kind == EVENT_IMPORT || event->is_callers;
}

static int callback_of(const struct event *event);

/* Who wrote the callback; a handler's are the consumer's, but for those of its producer. */
static void name_producer(const struct judged *judged, struct finding *finding) {
    const struct object *object = judged->object;
    const struct object *hander = judged->event->hander;
    int who = hander ? hander->producer : object->producer, which = callback_of(judged->event);
    if (object->kind == KIND_ASYNC_HANDLER) {
        bool is_producers = which == CALLBACK_REQUEST || which == CALLBACK_CANCEL;
        finding->blame = is_producers ? BLAME_PRODUCER : BLAME_CONSUMER;
        if (is_producers)
            who = object->exchange ? object->exchange->producer : -1;
    }
    tell_who(who, 0, finding->who, sizeof(finding->who));
}

static void name_guilty(const struct judged *judged, struct finding *finding) {
    const struct object *object = judged->object;
    const struct site *site = judged->event->site;
    switch (finding->blame) {
    case BLAME_PRODUCER:
        if (object)
            name_producer(judged, finding);
        break;
    case BLAME_LAST_HOLDER:
        if (object)
            tell_who(object->consumer, object->last ? object->last->stack : 0, finding->who,
                     sizeof(finding->who));
        break;
    case BLAME_CONSUMER:
    case BLAME_BOTH:
    case BLAME_CALLER:
        if (site)
            tell_who(is_boundary(judged->event) ? client_of(site->stack, site->actor) : site->actor,
                     site->stack, finding->who, sizeof(finding->who));
        break;
    case BLAME_NONE:
        break;
    }
}

static bool is_stream(const struct object *object) {
    return object->kind == KIND_STREAM || object->kind == KIND_DEVICE_STREAM;
}

/* The callback that an event is about, -1 for none; a chunk's fault is that of who gave it. */
static int callback_of(const struct event *event) {
    switch (event->kind) {
    case EVENT_RELEASE_BEGIN:
    case EVENT_RELEASE_END:
        return CALLBACK_RELEASE;
    case EVENT_GET_SCHEMA:
    case EVENT_GET_NEXT:
    case EVENT_GET_LAST_ERROR:
    case EVENT_EXTRACT:
        return (int)entered(event->kind);
    case EVENT_CALLBACK_END:
    case EVENT_FREE:
    case EVENT_THROW:
    case EVENT_CRASH:
        return event->callback;
    case EVENT_EXPORT:
    case EVENT_FORM:
    case EVENT_TYPED:
        if (is_stream(event->object) || kind_is_async(event->object->kind))
            return -1;
        if (event->object->giver && !event->hander)
            return event->object->giver;
        return event->object->kind == KIND_SCHEMA ? CALLBACK_GET_SCHEMA : CALLBACK_GET_NEXT;
    default:
        return -1;
    }
}

/* Where an object keeps the code of a callback of its own, or of the one that gave it. */
static uintptr_t code_of(const struct object *object, enum callback which) {
    switch (which) {
    case CALLBACK_RELEASE:
        return object->release;
    case CALLBACK_GET_SCHEMA:
    case CALLBACK_ON_SCHEMA:
        return object->getters[0];
    case CALLBACK_GET_NEXT:
    case CALLBACK_ON_NEXT_TASK:
    case CALLBACK_EXTRACT:
        return object->getters[1];
    case CALLBACK_GET_LAST_ERROR:
    case CALLBACK_ON_ERROR:
        return object->getters[2];
    default:
        return 0;
    }
}

static void name_callback(const struct event *event, struct finding *finding) {
    const struct object *object = event->object;
    int which = object && !event->code_gone ? callback_of(event) : -1;
    if (which < 0)
        return;
    finding->callback_code = code_of(event->hander ? event->hander : object, (enum callback)which);
    finding->callback = finding->callback_code ? judge_callback((uint32_t)which) : NULL;
}

/* What predicates may change; most say no, so the rest is filled in once one has said yes. */
static void begin(const struct judged *judged, enum check_id id, enum severity severity,
                  struct finding *finding) {
    const struct check *check = &finding_checks[id];
    const struct site *site = judged->event->site;
    finding->severity = severity;
    finding->certainty = check->certainty;
    finding->blame = judged->event->is_callers ? BLAME_CALLER : check->blame;
    finding->now = site ? site->stack : 0;
    finding->before = 0;
    finding->origin = judged->origin;
    finding->n_objects = judged->object ? 1 : 0; /* named once it is found */
    finding->who[0] = finding->message[0] = finding->note[0] = '\0';
}

static void finish(const struct judged *judged, enum check_id id, struct finding *finding) {
    finding->check = id;
    finding->tid = thread_id();
    finding->time_ns = judged->now_ns;
    finding->n_events = 0;
    finding->trend[0] = '\0';
    finding->group_live = finding->group_made = finding->group_bytes = 0;
    finding->n_group_samples = 0;
    finding->callback = NULL;
    finding->callback_code = 0;
    if (judged->object && finding->n_objects > 0)
        object_name(judged->object, finding->objects[0]);
    bool is_callbacks = finding->blame == BLAME_PRODUCER && !finding->who[0];
    if (!finding->who[0])
        name_guilty(judged, finding);
    if (is_callbacks)
        name_callback(judged->event, finding);
}

static bool was_said(const struct judge_row *row, const struct judged *judged) {
    const struct object *knows = judged->tree ? judged->tree : judged->object;
    return (row->when & ONCE) && knows && (knows->reported & CHECK_BIT(row->check));
}

static void ask(const struct judge_row *row, const struct judged *judged,
                struct verdicts *verdicts) {
    struct finding *finding = &verdicts->findings[verdicts->n];
    enum severity severity = tracker_severity(row->check);
    /* What was said, or is off, is asked only for what hangs on the answer. */
    bool settled = severity == SEVERITY_OFF || was_said(row, judged);
    if (settled && !(row->when & REFUSES))
        return;
    begin(judged, row->check, severity, finding);
    if (!row->is_broken(judged, finding))
        return;
    if (row->when & REFUSES)
        verdicts->verdict = VERDICT_REFUSE;
    if (settled || finding->severity == SEVERITY_OFF)
        return;
    finish(judged, row->check, finding);
    verdicts->n++;
}

/* The rows that each event concerns, in the order of the tables; NULL at the end. */
static const struct judge_row *concerned[N_EVENT_KINDS][N_CHECKS + 1];

static void sort_in(const struct judge_row *row, unsigned n[N_EVENT_KINDS]) {
    for (unsigned kind = 0; kind < N_EVENT_KINDS; kind++)
        if (row->when & (1u << kind))
            concerned[kind][n[kind]++] = row;
}

void judge_init(void) {
    static const struct judge_row *const tables[] = {lifetime_rows, buffer_rows, content_rows,
                                                     sync_rows,     form_rows,   stream_rows,
                                                     copy_rows,     tool_rows};
    unsigned n[N_EVENT_KINDS] = {0};
    for (unsigned i = 0; i < LENGTH(tables); i++)
        for (const struct judge_row *row = tables[i]; row->is_broken; row++)
            sort_in(row, n);
}

unsigned judge_more(const struct judged *given, struct verdicts *verdicts) {
    struct judged judged = *given;
    unsigned before = verdicts->n;
    judged.inside = judged.object ? atomic_load(&judged.object->inside) : 0;
    judged.origin = judged.object ? origin_stack(judged.object->origin) : 0;
    const struct judge_row *const *row = concerned[judged.event->kind];
    /* What is held back has no further consequence to judge. */
    for (; *row && verdicts->verdict != VERDICT_REFUSE && verdicts->n < JUDGE_MOST; row++)
        ask(*row, &judged, verdicts);
    return before;
}

void judge_event(const struct judged *judged, struct verdicts *verdicts) {
    verdicts->verdict = VERDICT_FORWARD;
    verdicts->n = 0;
    judge_more(judged, verdicts);
}
