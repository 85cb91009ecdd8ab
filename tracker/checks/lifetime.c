/* lifetime: what is wrong with the life of a structure: releases, moves, copies, callbacks. One
 * predicate a row of the group LIFETIME: broken_ID. */
/* SPDX-License-Identifier: Apache-2.0 */
#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "report/base/thread.h"
#include "report/module.h"
#include "tracker/altered.h"
#include "tracker/checks/judge.h"
#include "tracker/client.h"
#include "tracker/custody.h"
#include "tracker/device.h"
#include "tracker/handle.h"
#include "tracker/look.h"
#include "tracker/origin.h"
#include "tracker/place.h"
#include "tracker/tell.h"

#define RELEASES (ON(RELEASE_BEGIN) | ON(RELEASE_END))

static stack_id stack_of(const struct transition *step) {
    return step ? step->stack : 0;
}

static bool is_dead(const struct object *object) {
    return object->state == STATE_RELEASED || object->state == STATE_RELEASED_BY_PARENT;
}

/* On its own: a root, or a child that left its parent. */
static bool is_root(const struct object *object) {
    return !object->parent || object->moved_out;
}

static bool is_inside_elsewhere(const struct judged *judged) {
    return judged->inside > 0 && judged->object->inside_tid != thread_id();
}

static void weaken(struct finding *finding, enum severity most) {
    if (finding->severity > most)
        finding->severity = most;
}

static void note_copy(const struct judged *judged, struct finding *finding) {
    char copy[24], last[24];
    if (judged->event->self != judged->object->address)
        JUDGE_NOTE(finding, "through a copy at ", judge_hex(copy, judged->event->self),
                   " of the struct last seen at ", judge_hex(last, judged->object->address));
}

/* A struct that is marked released: did its content live on elsewhere? */
static bool was_moved_from(const struct judged *judged) {
    return !is_dead(judged->object) || judged->object->address != judged->event->self;
}

/* A call of a release that was NULL (hooks/nowhere.h). */
static bool led_nowhere(const struct judged *judged) {
    return judged->event->kind == EVENT_RELEASE_BEGIN && judged->event->content == CONTENT_RELEASED;
}

/* A library was given what was released, or called it, which was said then, and does now what it
 * has to. */
static bool follows_misuse(const struct judged *judged) {
    const struct object *object = judged->object;
    const struct transition *last = object->last;
    bool was_said = object->reported & CHECK_BIT(CHECK_CALL_ON_RELEASED_STREAM) ||
                    (last && last->kind == EVENT_IMPORT);
    return was_said && object->state == STATE_RELEASED &&
           client_library(judged->event->site->actor);
}

/* Its producer left release set, which says that it is live. */
static bool was_misled(const struct judged *judged) {
    return judged->object->reported & CHECK_BIT(CHECK_RELEASE_NOT_CLEARED) &&
           judged->event->self == judged->object->address;
}

static bool broken_DOUBLE_RELEASE(const struct judged *judged, struct finding *finding) {
    const struct object *object = judged->object;
    char parent[24];
    if (object->state == STATE_LIVE ||
        (object->state == STATE_RELEASING && is_inside_elsewhere(judged)) ||
        (led_nowhere(judged) && was_moved_from(judged)))
        return false;
    finding->before = stack_of(judge_last(object, RELEASES));
    if (object->state == STATE_RELEASED_BY_PARENT && object->parent) {
        finding->before = stack_of(judge_last(object->parent, RELEASES));
        judge_name(finding, object->parent);
        JUDGE_MESSAGE(finding, "release of ", judge_own_name(judged),
                      " called after that of its parent ", object_name(object->parent, parent));
    } else if (object->state == STATE_RELEASING && judged->inside > 0) {
        JUDGE_MESSAGE(finding, "release of ", judge_own_name(judged),
                      " called again from inside itself");
    } else {
        JUDGE_MESSAGE(finding, "release of ", judge_own_name(judged), " called a second time");
    }
    judge_blame_first(judged, finding);
    judge_blame_copier(judged, finding);
    /* Refused, but no fault of who was given it and took it for live. */
    if (object->is_given_dead || follows_misuse(judged) || was_misled(judged))
        finding->severity = SEVERITY_OFF;
    note_copy(judged, finding);
    if (led_nowhere(judged))
        JUDGE_NOTE(finding, "it is NULL since the first one, so the call led nowhere");
    return true;
}

/* A library that is given a used capsule does what it always does. */
static void say_used(const struct judged *judged, struct finding *finding) {
    if (!judged->event->site->is_used)
        return;
    tell_user(judged->event->site->stack, finding->who, sizeof(finding->who));
    JUDGE_NOTE(finding, "its capsule was read before: each consumer needs a capsule of its own");
}

/* Its struct in all likelihood; what stands there decides how sure that is. False: never ours. */
static bool is_its_struct(const struct judged *judged, struct finding *finding) {
    const struct site *site = judged->event->site;
    if (judged->event->content != CONTENT_RELEASED || !judged->object ||
        (site->may_fill && !site->is_used))
        return false;
    enum look_likeness likeness = look_like(judged->object, judged->event->self);
    if (likeness == LOOK_EMPTY) {
        finding->certainty = CERTAINTY_INFERRED;
        weaken(finding, SEVERITY_WARNING);
    }
    /* Whether a capsule's reader looks at what it read is not seen. */
    if (site->refused || site->is_used)
        weaken(finding, SEVERITY_WARNING);
    return likeness != LOOK_OTHER;
}

static bool broken_USE_AFTER_RELEASE(const struct judged *judged, struct finding *finding) {
    const struct object *object = judged->object;
    bool is_stale_copy = judged->event->content == CONTENT_OBJECT && object && is_dead(object);
    if (!is_stale_copy && (!is_its_struct(judged, finding) || was_moved_from(judged)))
        return false;
    const struct object *released =
        object->state == STATE_RELEASED_BY_PARENT && object->parent ? object->parent : object;
    finding->before = stack_of(judge_last(released, RELEASES));
    JUDGE_MESSAGE(finding, judge_own_name(judged), " handed over after its release");
    note_copy(judged, finding);
    say_used(judged, finding);
    return true;
}

static bool broken_USE_AFTER_MOVE(const struct judged *judged, struct finding *finding) {
    const struct object *object = judged->object;
    char old[24], now[24];
    if (!is_its_struct(judged, finding) || !was_moved_from(judged))
        return false;
    finding->before = stack_of(object->last);
    if (led_nowhere(judged))
        JUDGE_MESSAGE(finding, "release, NULL by then, of the struct that ", judge_own_name(judged),
                      " was moved out of called");
    else
        JUDGE_MESSAGE(finding, "the struct that ", judge_own_name(judged),
                      " was moved out of is handed over");
    if (object->address == judged->event->self)
        JUDGE_NOTE(finding, "it lives on at a place not seen yet");
    else
        JUDGE_NOTE(finding, "this struct is at ", judge_hex(old, judged->event->self), ", ",
                   judge_own_name(judged), " was last seen at ", judge_hex(now, object->address));
    say_used(judged, finding);
    return true;
}

/* A release that could not be forwarded was one all the same; after a read that did not return (a
 * jump out of it, exit() inside it) nobody can say whether there was one. */
static bool is_unsure(const struct object *object) {
    bool is_read_by_us = atomic_load(&object->inside) > 0 && object->inside_tid == thread_id();
    return object->is_lost || is_read_by_us || object->reported >> CHECK_RELEASE_CODE_UNLOADED & 1;
}

/* Alive at the end of the process and nobody else's business. */
static bool is_left(const struct object *object) {
    return object && object->state == STATE_LIVE && is_root(object) &&
           object->generation == object_generation() && !is_unsure(object) && !object->is_shared;
}

static bool is_held_by_running_thread(const struct object *object) {
    uint32_t tid = object->last ? object->last->tid : 0;
    return tid && tid != thread_id() && syscall(SYS_tgkill, getpid(), (pid_t)tid, 0) == 0;
}

static void note_moved_children(const struct object *object, struct finding *finding) {
    bool all = object->children != NULL;
    for (const struct object *child = object->children; child; child = child->sibling)
        all = all && (child->moved_out || child->state == STATE_RELEASED);
    if (all)
        JUDGE_NOTE(finding, "all its children were moved out; it has to be released all the same");
}

/* Whoever reads the error has no reason to release; who hands on what he got has seen it. */
static void blame_failed(const struct object *object, struct finding *finding) {
    const char *call =
        object->source ? judge_callback(object->giver) : tell_row(object->first->row);
    weaken(finding, SEVERITY_WARNING);
    if (object->n_transitions > 1)
        return;
    finding->blame = BLAME_PRODUCER;
    tell_who(object->producer, 0, finding->who, sizeof(finding->who));
    JUDGE_NOTE(
        finding, call ? call : "what filled it",
        " returned an error and left it live: what a call that fails has filled it releases");
}

static bool broken_NEVER_RELEASED(const struct judged *judged, struct finding *finding) {
    const struct object *object = judged->object;
    if (!judged->is_normal || !is_left(object) || object->kind == KIND_ASYNC_TASK ||
        (object->overwriting && !object->is_leftover))
        return false;
    /* What left its callback took its consumer's frames along. */
    if (object->reported & CHECK_BIT(CHECK_CALLBACK_THREW))
        return false;
    if (object->is_leftover)
        blame_failed(object, finding);
    struct origin_counts counts = origin_counts(object->origin);
    struct custody_of capsule = {.has_destructor = true};
    bool is_in_capsule = custody_find(object, &capsule);
    int holder = is_in_capsule ? capsule.holder : object->consumer;
    bool is_caches = client_library(holder) || (is_in_capsule && capsule.has_destructor);
    if (!origin_grew(&counts) && (is_caches || is_held_by_running_thread(object)))
        weaken(finding, SEVERITY_WARNING);
    note_moved_children(object, finding);
    if (object->kind == KIND_ASYNC_HANDLER)
        JUDGE_NOTE(finding, "the producer that is given a handler releases it when it is done");
    if (object->last)
        finding->now = object->last->stack;
    if (object->is_leftover)
        return true;
    if (is_in_capsule && !capsule.has_destructor)
        finding->now = capsule.made;
    if (is_in_capsule) {
        tell_who(capsule.holder, finding->now, finding->who, sizeof(finding->who));
        JUDGE_NOTE(finding, capsule.has_destructor
                                ? "the capsule around it was never destroyed"
                                : "the capsule around it has no destructor that would release it");
    }
    return true;
}

static bool broken_HELD_AT_ABRUPT_END(const struct judged *judged, struct finding *finding) {
    const struct object *object = judged->object;
    bool is_mid_release = object && object->state == STATE_RELEASING && is_root(object) &&
                          object->generation == object_generation();
    return !judged->is_normal && (is_mid_release || is_left(object));
}

static bool broken_LIVE_STRUCT_OVERWRITTEN(const struct judged *judged, struct finding *finding) {
    const struct object *object = judged->object;
    if (!judged->is_normal || !is_left(object) || !object->overwriting || object->is_leftover)
        return false;
    stack_id now = object->overwriting->stack;
    int caller = client_of(now, stack_module_of_caller(now));
    tell_who(caller, now, finding->who, sizeof(finding->who));
    finding->now = now;
    finding->before = stack_of(object->last);
    JUDGE_MESSAGE(finding, "the struct of ", judge_own_name(judged),
                  object->overwritten_by ? " was filled anew"
                                         : " was marked released by the stream's end",
                  " and it was never released");
    return true;
}

static bool broken_RELEASED_AFTER_MAIN(const struct judged *judged, struct finding *finding) {
    if (!judged->main_ended || judged->event->from_callback || !is_root(judged->object))
        return false;
    JUDGE_MESSAGE(finding, judge_own_name(judged), " released after main returned");
    return true;
}

static bool broken_RELEASE_NOT_CLEARED(const struct judged *judged, struct finding *finding) {
    if (!judged->event->still_set || judged->object->is_freed)
        return false;
    JUDGE_MESSAGE(finding, "release callback of ", judge_own_name(judged), " left release set");
    return true;
}

static bool broken_CHILD_NOT_RELEASED(const struct judged *judged, struct finding *finding) {
    uint64_t left = 0, all = 0;
    char of_left[24], of_all[24];
    for (const struct object *child = judged->object->children; child; child = child->sibling) {
        bool is_left_alive = child->state == STATE_LIVE && !child->moved_out;
        if (is_left_alive && left++ == 0)
            judge_name(finding, child);
        all++;
    }
    /* A callback that a consumer put there was called in the child's place, if any. */
    if (left == 0 || judged->object->reported & CHECK_BIT(CHECK_STRUCT_CHANGED))
        return false;
    JUDGE_MESSAGE(finding, "release callback of ", judge_own_name(judged), " did not release ",
                  judge_count(of_left, left), " of its ", judge_count(of_all, all), " children");
    return true;
}

static bool broken_CHILD_RELEASED_BY_CONSUMER(const struct judged *judged,
                                              struct finding *finding) {
    const struct object *object = judged->object;
    char parent[24];
    if (is_root(object) || object->state != STATE_LIVE || object->parent->state != STATE_LIVE ||
        judged->event->self != object->place || judged->event->from_callback)
        return false;
    int actor = judged->event->site->actor;
    if (actor >= 0 && (actor == object->release_module || actor == object->producer))
        weaken(finding, SEVERITY_WARNING);
    judge_name(finding, object->parent);
    JUDGE_MESSAGE(finding, judge_own_name(judged), " released in its place in ",
                  object_name(object->parent, parent), ", which is still live");
    return true;
}

static bool broken_PARENT_KEPT_AFTER_CHILD_MOVE(const struct judged *judged,
                                                struct finding *finding) {
    const struct object *object = judged->object, *child;
    char name[24];
    if (judged->event->content != CONTENT_OBJECT || object->state != STATE_LIVE ||
        !object->child_left)
        return false;
    for (child = object->children; child && !child->moved_out;)
        child = child->sibling;
    if (!child)
        return false;
    finding->before = stack_of(child->last);
    judge_name(finding, child);
    JUDGE_MESSAGE(finding, judge_own_name(judged), " handed over after its child ",
                  object_name(child, name), " was moved out");
    return true;
}

static bool can_stray(const struct object *object) {
    return object->kind == KIND_ARRAY || object->kind == KIND_SCHEMA ||
           object->kind == KIND_DEVICE_ARRAY;
}

/* Seen at X, then at Y, and now at X again, while X never let go of it. Or both in one call. */
static bool broken_STRAY_COPY(const struct judged *judged, struct finding *finding) {
    const struct object *object = judged->object;
    uintptr_t self = judged->event->self;
    char here[24], there[24];
    if (judged->event->content != CONTENT_OBJECT || object->state != STATE_LIVE ||
        !can_stray(object) || self == object->address || !object->places)
        return false;
    const struct place *other = object->places, *back = place_find_locked(object, self);
    bool came_back = back && back->was_left && back->at_boundary && other->at_boundary;
    bool in_one_call = judged->event->site->call && other->call == judged->event->site->call &&
                       look_is_copy(object->kind, self, other->key.address);
    if (!came_back && !in_one_call)
        return false;
    finding->before = stack_of(object->last);
    JUDGE_MESSAGE(finding, "two structs hold ", judge_own_name(judged),
                  " and both are handed over");
    JUDGE_NOTE(finding, "one at ", judge_hex(here, self), ", one at ",
               judge_hex(there, other->key.address));
    return true;
}

static bool broken_UNINITIALISED_STRUCT(const struct judged *judged, struct finding *finding) {
    const struct event *event = judged->event;
    char address[24];
    if (event->content == CONTENT_UNREADABLE) {
        JUDGE_MESSAGE(finding, "the struct at ", judge_hex(address, event->self),
                      " is handed over, but cannot be read");
        return true;
    }
    if (event->content == CONTENT_GARBAGE) {
        JUDGE_MESSAGE(finding, "the struct at ", judge_hex(address, event->self),
                      " is handed over with a release member that is no function");
        return true;
    }
    if (event->content != CONTENT_RELEASED || event->kind != EVENT_IMPORT ||
        event->site->may_fill ||
        (judged->object && look_like(judged->object, event->self) != LOOK_OTHER))
        return false;
    /* What stood at this address long ago has no part in it. */
    finding->n_objects = 0;
    finding->origin = 0;
    weaken(finding, SEVERITY_WARNING);
    JUDGE_MESSAGE(finding, "the struct at ", judge_hex(address, event->self),
                  " is given away, but was never filled");
    return true;
}

static bool is_stream(const struct object *object) {
    return object->kind == KIND_STREAM || object->kind == KIND_DEVICE_STREAM;
}

static bool is_child_changed(const struct judged *judged, struct finding *finding) {
    const struct object *child = judged->event->changed_child;
    char name[24];
    /* A child that was moved out may have made room for another. */
    if (!child || look_like(child, child->place) != LOOK_SAME)
        return false;
    judge_name(finding, child);
    JUDGE_MESSAGE(finding, "member release of ", object_name(child, name), ", a child of ",
                  judge_own_name(judged), ", was changed while it was held");
    return true;
}

/* It was so when it was handed over, which bounds who did it; true: since when is known. */
static bool bound_change(const struct judged *judged, struct finding *finding) {
    const struct altered *altered = altered_find(judged->event);
    if (!altered)
        return false;
    finding->now = altered->stack;
    finding->before = altered->before;
    tell_who(altered->holder, altered->stack, finding->who, sizeof(finding->who));
    return true;
}

static const char *time_of_change(const struct judged *judged, struct finding *finding) {
    return bound_change(judged, finding) ? " already when it was handed over" : " at its release";
}

/* Of its lists nothing but the length; said where that was judged, unless all fitted. */
static bool is_count_changed(const struct judged *judged, struct finding *finding) {
    const struct object_members *then = &judged->object->members, *now = &judged->event->members;
    bool is_children = now->n_children != then->n_children;
    char old[24], found[24];
    check_set judged_before =
        is_children ? CHECK_BIT(CHECK_SCHEMA_ARRAY_MISMATCH) | CHECK_BIT(CHECK_SCHEMA_MALFORMED)
                    : CHECK_BIT(CHECK_N_BUFFERS_MISMATCH);
    if ((!is_children && now->n_buffers == then->n_buffers) ||
        (judged->object->reported & judged_before && altered_find(judged->event)))
        return false;
    JUDGE_MESSAGE(finding, "member ", is_children ? "n_children" : "n_buffers", " of ",
                  judge_own_name(judged), " was changed while it was held");
    JUDGE_NOTE(finding, judge_int(old, is_children ? then->n_children : then->n_buffers),
               " when it was exported, ",
               judge_int(found, is_children ? now->n_children : now->n_buffers),
               time_of_change(judged, finding));
    return true;
}

static bool broken_STRUCT_CHANGED(const struct judged *judged, struct finding *finding) {
    const struct object_members *then = &judged->object->members, *now = &judged->event->members;
    const struct {
        const char *name;
        const void *then, *now;
    } members[] = {{"buffers", then->buffers, now->buffers},
                   {"children", then->children, now->children},
                   {"dictionary", then->dictionary, now->dictionary},
                   {"private_data", then->private_data, now->private_data}};
    char old[24], found[24];
    /* A stream's own callback may change it, through the struct or a copy: the other stays. */
    bool is_own = is_stream(judged->object) && now->private_data == judged->object->own_data;
    if (judged->object->state != STATE_LIVE || !judged->event->has_members || is_own)
        return false;
    for (unsigned i = 0; i < LENGTH(members); i++) {
        if (members[i].then == members[i].now)
            continue;
        JUDGE_MESSAGE(finding, "member ", members[i].name, " of ", judge_own_name(judged),
                      " was changed while it was held");
        JUDGE_NOTE(finding, judge_hex(old, (uintptr_t)members[i].then), " when it was exported, ",
                   judge_hex(found, (uintptr_t)members[i].now), time_of_change(judged, finding));
        return true;
    }
    return is_count_changed(judged, finding) || is_child_changed(judged, finding);
}

static bool broken_STRUCT_FREED_BY_CALLBACK(const struct judged *judged, struct finding *finding) {
    /* The struct of a child in place is the producer's own. */
    if (judged->object->state != STATE_RELEASING || !is_root(judged->object) ||
        judged->event->callback != CALLBACK_RELEASE)
        return false;
    finding->before = judged->object->inside_stack;
    JUDGE_MESSAGE(finding, "release callback of ", judge_own_name(judged),
                  " freed the struct itself");
    return true;
}

static bool broken_CONCURRENT_RELEASE(const struct judged *judged, struct finding *finding) {
    const struct object *object = judged->object;
    char tid[24];
    if (object->state != STATE_RELEASING || !is_inside_elsewhere(judged))
        return false;
    finding->before = object->inside_stack;
    JUDGE_MESSAGE(finding, "release of ", judge_own_name(judged), " called while thread ",
                  judge_count(tid, object->inside_tid), " is releasing it");
    note_copy(judged, finding);
    return true;
}

static bool broken_CALLBACK_STUCK(const struct judged *judged, struct finding *finding) {
    const struct object *object = judged->object;
    char seconds[24];
    if (!object)
        return false;
    bool at_end = judged->event->kind == EVENT_EXIT;
    bool is_it = at_end ? judged->inside > 0
                        : object->inside_tid == thread_id() &&
                              strcmp(judge_called(judged->event),
                                     judge_callback(object->inside_callback)) == 0;
    /* At the end one clock serves for all, and some may have been entered since. */
    uint64_t took =
        judged->now_ns > object->inside_since_ns ? judged->now_ns - object->inside_since_ns : 0;
    if (!is_it || took < judged->timeout_ns)
        return false;
    finding->now = object->inside_stack;
    JUDGE_MESSAGE(finding, judge_callback(object->inside_callback), " of ", judge_own_name(judged),
                  at_end ? " has not returned after " : " took ", judge_seconds(seconds, took));
    return true;
}

static bool broken_CALLBACK_THREW(const struct judged *judged, struct finding *finding) {
    if (judged->event->forced)
        return false;
    JUDGE_MESSAGE(finding, "an exception left ", judge_called(judged->event), " of ",
                  judge_own_name(judged));
    return true;
}

static const char *signal_name(int signal, char storage[24]) {
    static const struct {
        int signal;
        const char *name;
    } names[] = {{SIGSEGV, "SIGSEGV"}, {SIGBUS, "SIGBUS"}, {SIGABRT, "SIGABRT"},
                 {SIGILL, "SIGILL"},   {SIGFPE, "SIGFPE"}, {SIGTRAP, "SIGTRAP"}};
    for (unsigned i = 0; i < LENGTH(names); i++)
        if (names[i].signal == signal)
            return names[i].name;
    char number[24];
    judge_say(storage, 24, "signal ", judge_count(number, (uint64_t)signal), NULL);
    return storage;
}

static bool broken_CALLBACK_CRASHED(const struct judged *judged, struct finding *finding) {
    char storage[24];
    finding->before = judged->object->inside_stack;
    JUDGE_MESSAGE(finding, signal_name(judged->event->signal, storage), " inside ",
                  judge_called(judged->event), " of ", judge_own_name(judged));
    return true;
}

static bool broken_RELEASE_CODE_UNLOADED(const struct judged *judged, struct finding *finding) {
    const struct module *module = module_get(judged->object->release_module);
    if (!judged->event->code_gone)
        return false;
    JUDGE_MESSAGE(finding, judge_called(judged->event), " of ", judge_own_name(judged),
                  " called after ", module ? module->name : "its code", " was unloaded");
    return true;
}

static bool broken_RELEASE_IN_FORKED_CHILD(const struct judged *judged, struct finding *finding) {
    const struct object *object = judged->object;
    if (object->state != STATE_LIVE || object->generation == object_generation() ||
        judged->event->from_callback || !is_root(object))
        return false;
    if (!device_is_host(object->device_type) && finding->severity != SEVERITY_OFF)
        finding->severity = SEVERITY_ERROR;
    JUDGE_MESSAGE(finding, judge_own_name(judged),
                  ", made before the fork, was released in the child");
    return true;
}

static bool broken_PARENT_CLOSED_FIRST(const struct judged *judged, struct finding *finding) {
    const struct object *object = judged->object;
    enum event_kind kind = judged->event->kind;
    bool is_release = kind == EVENT_RELEASE_BEGIN;
    bool is_handed_over = kind == EVENT_HAND_OVER || kind == EVENT_IMPORT;
    if (!object || object->state != STATE_LIVE || !handle_is_closed(object, &finding->before))
        return false;
    /* A stream that is handed on may still be released unused. */
    if ((is_handed_over && is_stream(object)) || (is_release && object->bond == BOND_USE))
        return false;
    if (is_release && object->bond == BOND_LIFE)
        weaken(finding, SEVERITY_WARNING);
    JUDGE_MESSAGE(finding, is_handed_over ? "" : judge_called(judged->event),
                  is_handed_over ? "" : " of ", judge_own_name(judged),
                  is_handed_over ? " handed over" : " called",
                  " after what it came from was closed");
    return true;
}

const struct judge_row lifetime_rows[] = {
#define IN_LIFETIME(ID, when) {CHECK_##ID, when, broken_##ID},
#include "tracker/checks/rows.h"
    {0}};
