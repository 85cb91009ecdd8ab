/* tracker: takes events in: judge under the object's lock, change, then say and bury outside of it.
 */
/* SPDX-License-Identifier: Apache-2.0 */
#include "tracker/tracker.h"

#include "report/base/memory.h"
#include "report/base/peek.h"
#include "report/base/text.h"
#include "report/base/thread.h"
#include "report/live.h"
#include "report/pystack.h"
#include "tracker/access.h"
#include "tracker/adopt.h"
#include "tracker/change.h"
#include "tracker/checkpoint.h"
#include "tracker/checks/inspect.h"
#include "tracker/choice.h"
#include "tracker/client.h"
#include "tracker/content.h"
#include "tracker/custody.h"
#include "tracker/device.h"
#include "tracker/draft.h"
#include "tracker/ended.h"
#include "tracker/handle.h"
#include "tracker/hold.h"
#include "tracker/host.h"
#include "tracker/isolate.h"
#include "tracker/leak.h"
#include "tracker/nested.h"
#include "tracker/number.h"
#include "tracker/origin.h"
#include "tracker/pair.h"
#include "tracker/spans.h"
#include "tracker/syncevent.h"
#include "tracker/tell.h"
#include "tracker/transfer.h"
#include "tracker/type.h"

static const struct tracker_options *options;
static const struct tracker_ops *ops;
static struct finding_policy policy;
static char complaints[1024]; /* kept until the process shows a structure */
_Atomic bool tracker_is_past_main;
static _Atomic bool has_complained, has_ended;

static struct {
    _Atomic uint64_t seen[N_KINDS];
    _Atomic uint64_t moves, releases, dropped, stale_calls;
    _Atomic(const char *) why_dropped;
} counts;

void tracker_init(const struct tracker_options *given, const struct tracker_ops *given_ops) {
    options = given;
    ops = given_ops;
    struct text text = text_begin(complaints, sizeof(complaints));
    choice_read(options, &policy, &text);
    finding_init(&policy);
    judge_init();
    tell_init(ops->row_name, strcmp(options->events, "all") == 0);
    adopt_init(ops->is_in_place, options->sample == 1);
    isolate_init(options);
    transfer_init(options);
    host_init(options);
    access_init(options);
    nested_init(options);
    ended_init();
    custody_init(ops->is_in_place);
}

enum severity tracker_severity(enum check_id check) {
    return policy.severities[check];
}

static void complain(void) {
    if (!complaints[0] || atomic_exchange(&has_complained, true))
        return;
    char *line = complaints, *end;
    while ((end = strchr(line, '\n'))) {
        *end = '\0';
        record_say(line);
        line = end + 1;
    }
}

void tracker_begin(void) {
    record_begin();
    complain();
}

struct object *tracker_adopt(enum object_kind kind, uintptr_t self, const void *copy,
                             struct object *parent, const struct site *site,
                             struct object *source) {
    struct object *object = object_new(kind, number_objects(kind, 1), self, parent);
    if (object)
        adopt_read(object, copy, site, source);
    return object;
}

void tracker_abandon(struct object *object) {
    object_orphan(object);
    object_lock(object);
    object->state = STATE_RELEASED;
    object_unlock(object);
}

static struct judged judge_it(const struct event *event, char name[24]) {
    return (struct judged){.event = event,
                           .object = event->object,
                           .storage = name,
                           .now_ns = thread_clock_ns(),
                           .timeout_ns = (uint64_t)options->callback_timeout_ms * 1000000u,
                           .main_ended =
                               atomic_load(&tracker_is_past_main) || pystack_is_finalizing()};
}

/* Say what was found; the record has to know the objects first. */
static void say(struct verdicts *verdicts, struct object *object) {
    if (thread_self.n_ignores > 0)
        return;
    for (unsigned i = 0; i < verdicts->n; i++)
        tell_finding(&verdicts->findings[i], object);
}

/* Look at every struct of a tree: when it is new (FORM), when its type is known (TYPED), and when
 * it was changed since. */
static void inspect(struct object *root, struct event event) {
    struct inspection inspection;
    char name[24];
    struct judged judged = {.event = &event, .object = root, .storage = name};
    event.object = root;
    event.self = root->address;
    event.content = CONTENT_NEW;
    object_lock(root);
    inspect_tree_locked(&judged, root, &inspection);
    object_unlock(root);
    for (unsigned i = 0; i < inspection.verdicts.n; i++) {
        inspection.verdicts.findings[i].time_ns = thread_clock_ns();
        tell_finding(&inspection.verdicts.findings[i], inspection.about[i]);
    }
}

static void inspect_new(struct object *root, enum event_kind kind, const struct site *site) {
    inspect(root, (struct event){.kind = kind, .site = site});
}

/* The buffers of an array in place that has just got its type. */
static void judge_content(struct object *array, const struct site *site) {
    struct content_fault faults[CONTENT_MOST];
    if (LIKELY(!options->validate) || !device_is_host(array->device_type))
        return;
    unsigned n = content_judge(array->type, (const struct ArrowArray *)array->address, faults);
    for (unsigned i = 0; i < n; i++) {
        struct event event = {.kind = EVENT_CONTENT,
                              .object = array,
                              .self = array->address,
                              .site = site,
                              .content_fault = &faults[i]};
        tracker_event(&event);
    }
}

static void type_known(struct object *array, const struct site *site) {
    judge_content(array, site);
    ops->typed(array, site);
    spans_hold(array, site);
}

void tracker_pair(struct object *array, struct object *schema, const struct site *site) {
    if (!array || !schema || !adopt_pair(array, schema))
        return;
    inspect_new(array, EVENT_TYPED, site);
    type_known(array, site);
}

void tracker_passed(struct object *array, struct object *schema, const struct site *site) {
    if (!array || !schema)
        return;
    bool are_strangers = adopt_are_strangers(array, schema);
    struct event event = {.kind = EVENT_TYPED,
                          .site = site,
                          .is_callers = are_strangers,
                          .stranger = are_strangers ? schema : NULL};
    if (!adopt_pair(array, schema))
        return;
    inspect(array, event);
    type_known(array, site);
}

/* A struct that somebody changed since it was judged; who hands it over answers for it, a stream by
 * its callback. */
static void inspect_again(struct object *root, const struct object *hander,
                          const struct site *site) {
    struct event event = {
        .kind = EVENT_FORM, .site = site, .hander = hander, .is_callers = !hander};
    object_lock(root);
    bool has_changed = inspect_has_changed_locked(root), is_typed = root->type != NULL;
    object_unlock(root);
    if (!has_changed)
        return;
    inspect(root, event);
    event.kind = EVENT_TYPED;
    if (is_typed)
        inspect(root, event);
}

void tracker_given(struct object *given, struct object *stream, const struct site *site) {
    const struct type *had = adopt_type_of(given), *type = adopt_type_of(stream);
    if (given->source && given->source != stream)
        inspect_again(given, stream, site);
    if (given->kind == KIND_SCHEMA && had)
        adopt_stream_type(stream, had);
    if ((given->kind != KIND_ARRAY && given->kind != KIND_DEVICE_ARRAY) || !type ||
        !adopt_pair(given, stream))
        return;
    inspect_new(given, EVENT_TYPED, site);
    if (!had)
        type_known(given, site);
}

static void typed_as(struct object *array, const struct type *type, const struct site *site) {
    if (!adopt_type_as(array, type))
        return;
    inspect_new(array, EVENT_TYPED, site);
    type_known(array, site);
}

void tracker_typed(struct object *array, const struct ArrowSchema *schema,
                   const struct site *site) {
    typed_as(array, type_of(schema), site);
}

void tracker_stream_typed(struct object *stream, const struct ArrowSchema *schema) {
    adopt_stream_type(stream, type_of(schema));
}

void tracker_kin(uintptr_t handle, struct object *array, struct object *schema,
                 const struct site *site) {
    if (schema)
        handle_note_type(handle, adopt_type_of(schema));
    else if (!array->type)
        typed_as(array, handle_type(handle), site);
}

/* The schema that the same call gave. */
static bool types_with_call(struct object *root, const struct site *site) {
    bool is_array = root->kind == KIND_ARRAY || root->kind == KIND_DEVICE_ARRAY;
    return is_array && site->schema &&
           adopt_type_as(root, type_of((const struct ArrowSchema *)site->schema));
}

/* Apart, as findings take much of a small stack. NULL, or what has a type now */
__attribute__((noinline)) static struct object *judge_new(struct object *root,
                                                          const struct site *site) {
    struct event event = {.kind = EVENT_EXPORT,
                          .object = root,
                          .self = root->address,
                          .site = site,
                          .content = CONTENT_NEW};
    struct verdicts verdicts;
    char name[24];
    object_lock(root);
    root->is_counted = true;
    root->is_ignored = thread_self.n_ignores > 0;
    change_export_locked(root, site);
    struct judged judged = judge_it(&event, name);
    if (!root->is_leftover) {
        judge_event(&judged, &verdicts);
        change_reported_locked(&event, &verdicts);
    }
    object_unlock(root);
    object_list(root);
    if (root->is_leftover)
        return NULL;
    struct object *typed = adopt_type(root);
    if (!typed && types_with_call(root, site))
        typed = root;
    tell_again(root);
    say(&verdicts, root);
    return typed;
}

void tracker_adopted(struct object *root, const struct site *site) {
    tracker_begin();
    origin_made(root->origin);
    atomic_fetch_add(&counts.seen[root->kind], 1);
    live_add(LIVE_SEEN, 1);
    struct object *typed = judge_new(root, site);
    /* Half filled: nobody has to make sense of it. */
    if (root->is_leftover)
        return;
    inspect_new(root, EVENT_FORM, site);
    if (typed) {
        inspect_new(typed, EVENT_TYPED, site);
        type_known(typed, site);
    }
    if (typed != root)
        spans_hold(root, site);
}

/* A module; or the Python file that called through ctypes or cffi, whose name is kept for ever. */
static uintptr_t maker_at(const struct site *site) {
    unsigned n, i = 0;
    const struct stack_frame *frames = stack_frames(site->stack, &n);
    if (site->actor >= 0)
        return (uintptr_t)site->actor + 1;
    while (i < n && frames[i].pc)
        i++;
    return i < n ? (uintptr_t)frames[i].file : 0;
}

void tracker_capsule_made(uintptr_t struct_address, enum object_kind kind, bool has_destructor,
                          const struct site *site) {
    pair_made(struct_address, kind, maker_at(site));
    /* One that ends what it holds is in the hands of who asked for it. */
    int holder = has_destructor ? client_of(site->stack, site->actor) : site->actor;
    struct custody_of of = {holder, has_destructor, site->stack};
    custody_begin(struct_address, kind, &of);
}

void tracker_capsule_read(const struct object *object) {
    custody_read(object);
}

bool tracker_capsule_is_used(uintptr_t struct_address, enum object_kind kind,
                             const struct site *site) {
    const char *library = client_library(site->actor);
    /* These go on to functions that have rows of their own. */
    bool goes_on = library && (strcmp(library, "pyarrow") == 0 || strcmp(library, "adbc") == 0);
    return library && !goes_on && custody_was_read(struct_address, kind);
}

void tracker_capsule_gone(uintptr_t struct_address, enum object_kind kind) {
    custody_end(struct_address, kind);
}

/* The object the event acts on: not one that is dead, nor one that only stood there once. */
static bool acts(const struct event *event) {
    const struct object *object = event->object;
    return object && (event->content == CONTENT_OBJECT || event->content == CONTENT_NEW) &&
           (object->state == STATE_LIVE || object->state == STATE_RELEASING);
}

static void follow(const struct event *event, struct aftermath *aftermath) {
    atomic_fetch_add(&counts.moves, aftermath->has_moved);
    while (aftermath->moved) {
        struct object *moved = aftermath->moved;
        aftermath->moved = moved->next_dead;
        object_list(moved);
        spans_moved(moved, event->site);
    }
    if (aftermath->was_released) {
        struct object *root = event->object;
        atomic_fetch_add(&counts.releases, 1);
        if (root->generation == object_generation())
            origin_gone(root->origin, root->bytes);
    }
}

static void bury(struct aftermath *aftermath) {
    while (aftermath->dead) {
        struct object *dead = aftermath->dead;
        aftermath->dead = dead->next_dead;
        tell_again(dead);
        object_unlist(dead);
        isolate_close(dead);
        ops->retire(dead);
    }
}

/* The bytes of an array are held from hand-over to release. */
static void spans_of(const struct event *event) {
    bool crosses = event->kind == EVENT_HAND_OVER || event->kind == EVENT_IMPORT;
    if (crosses && event->content == CONTENT_OBJECT && event->object->state == STATE_LIVE)
        spans_hold(event->object, event->site);
    else if (!crosses)
        spans_release(event);
}

__attribute__((noinline)) static enum verdict judge(const struct event *event,
                                                    struct aftermath *aftermath) {
    struct object *object = event->object;
    struct verdicts verdicts;
    char name[24];
    struct judged judged = judge_it(event, name);
    int holder = change_holder(event);
    if (object)
        object_lock(object);
    judge_event(&judged, &verdicts);
    if (object) {
        change_reported_locked(event, &verdicts);
        if (verdicts.verdict == VERDICT_FORWARD && acts(event))
            change_locked(event, holder, aftermath);
        else if (verdicts.n > 0 && event->kind != EVENT_CRASH)
            change_log_locked(event);
        object_unlock(object);
    }
    follow(event, aftermath);
    if (object && verdicts.verdict == VERDICT_FORWARD)
        spans_of(event);
    say(&verdicts, object);
    return verdicts.verdict;
}

enum verdict tracker_event(const struct event *event) {
    struct aftermath aftermath = {0};
    enum verdict verdict = judge(event, &aftermath);
    if (aftermath.is_back)
        inspect_again(event->object, NULL, event->site);
    bury(&aftermath);
    return verdict;
}

void tracker_overwrote(struct object *old, struct object *by, const struct site *site) {
    object_lock(old);
    /* The end of a loop that lost the chunks before goes with them. */
    if (by || old->overwrote)
        change_overwritten_locked(old, by ? by->number : 0, site);
    object_unlock(old);
    if (!by)
        return;
    object_lock(by);
    by->overwrote = true;
    object_unlock(by);
}

void tracker_forget(struct object *object) {
    isolate_forget(object);
    if (order_is_active())
        hold_forget(object);
    object_free(object);
}

void tracker_shared(struct object *child, uintptr_t self, const struct object *by) {
    object_lock(child);
    bool is_in_place = child->parent && !child->moved_out && child->place == self;
    child->is_shared |= is_in_place;
    if (!is_in_place) {
        child->within = by->number;
        child->within_thunk = by->thunk;
    }
    object_unlock(child);
}

void tracker_task_refused(struct object *task) {
    object_lock(task);
    task->is_lost = true;
    object_unlock(task);
}

void tracker_stale_call(void) {
    atomic_fetch_add(&counts.stale_calls, 1);
}

void tracker_drop(enum object_kind kind, const char *why) {
    atomic_fetch_add(&counts.dropped, 1);
    atomic_store(&counts.why_dropped, why);
}

void tracker_count_clean(uint64_t seen, uint64_t released) {
    atomic_fetch_add(&counts.seen[KIND_ARRAY], seen);
    atomic_fetch_add(&counts.releases, released);
}

uint64_t tracker_event_timeout_ms(void) {
    return (uint64_t)options->event_timeout_ms;
}

void tracker_main_ended(void) {
    atomic_store(&tracker_is_past_main, true);
}

/* "2 structures (no memory), 1 event": what was dropped, NULL when nothing was. */
static const char *incomplete(char *storage, size_t size) {
    const struct {
        uint64_t n;
        const char *one, *many, *why;
    } parts[] = {{atomic_load(&counts.dropped), " structure", " structures",
                  atomic_load(&counts.why_dropped)},
                 {object_lost(), " event", " events", "no memory for it"},
                 {order_n_dropped(), " fact", " facts", "of a device, no memory for it"},
                 {atomic_load(&counts.stale_calls), " call", " calls",
                  "the callback was forgotten long ago"}};
    struct text text = text_begin(storage, size);
    for (unsigned i = 0; i < LENGTH(parts); i++) {
        if (parts[i].n == 0)
            continue;
        text_add(&text, text.length > 0 ? ", " : "");
        text_add_uint(&text, parts[i].n);
        text_add(&text, parts[i].n == 1 ? parts[i].one : parts[i].many);
        text_add(&text, " (");
        text_add(&text, parts[i].why);
        text_add(&text, ")");
    }
    return text.length > 0 ? storage : NULL;
}

/* What concerns the process as a whole is judged with no object. */
static const struct site nowhere = {.actor = -1, .row = UINT16_MAX};
static const struct event end_of_process = {.kind = EVENT_EXIT, .site = &nowhere};

static void judge_process(const struct judged *judged) {
    struct verdicts verdicts;
    judge_event(judged, &verdicts);
    for (unsigned i = 0; i < verdicts.n; i++)
        tell_finding(&verdicts.findings[i], NULL);
}

void tracker_name(struct object *object, const char *name) {
    char copy[64];
    int length = peek_string(copy, sizeof(copy), name);
    if (length <= 0)
        return;
    const char *label = memory_copy_string(copy, (size_t)length);
    object_lock(object);
    const char *old = object->label;
    object->label = label;
    object_unlock(object);
    if (old)
        memory_free((void *)old, strlen(old) + 1);
    tell_again(object);
}

void tracker_bypassed(const char *function, const char *module) {
    char name[24];
    struct judged judged = judge_it(&end_of_process, name);
    judged.bypassed = function;
    judged.bypassed_module = module;
    judge_process(&judged);
}

/* The walk judges the objects, the process comes last: what was dropped meanwhile counts. */
void tracker_end(bool normal) {
    char name[24], sentence[160];
    if (atomic_exchange(&has_ended, true))
        return;
    struct judged judged = judge_it(&end_of_process, name);
    judged.is_normal = normal;
    if (!leak_tell(&judged, ops->is_within))
        tracker_drop(KIND_ARRAY, "the list of what lives is in use");
    syncevent_end();
    transfer_end();
    judged.incomplete = incomplete(sentence, sizeof(sentence));
    judge_process(&judged);
}

void tracker_activity(struct record_activity *activity) {
    activity->arrays_seen =
        atomic_load(&counts.seen[KIND_ARRAY]) + atomic_load(&counts.seen[KIND_DEVICE_ARRAY]);
    activity->schemas_seen = atomic_load(&counts.seen[KIND_SCHEMA]);
    activity->streams_seen = atomic_load(&counts.seen[KIND_STREAM]) +
                             atomic_load(&counts.seen[KIND_DEVICE_STREAM]) +
                             atomic_load(&counts.seen[KIND_ASYNC_HANDLER]);
    activity->structs_seen = activity->arrays_seen + activity->schemas_seen +
                             activity->streams_seen + atomic_load(&counts.seen[KIND_ASYNC_TASK]);
    activity->moves = atomic_load(&counts.moves);
    activity->releases = atomic_load(&counts.releases);
    activity->events_dropped = object_lost() + atomic_load(&counts.dropped) + order_n_dropped();
    isolate_activity(activity);
}

void tracker_fork_child(void) {
    memset((void *)&counts, 0, sizeof(counts)); /* there is no other thread */
    atomic_store(&tracker_is_past_main, false);
    atomic_store(&has_ended, false);
    object_fork_child();
    order_fork_child();
    isolate_fork_child();
    checkpoint_fork_child();
}
