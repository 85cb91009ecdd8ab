/* change: logs steps, follows addresses, and buries what was released. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "tracker/change.h"

#include "report/base/memory.h"
#include "report/base/thread.h"
#include "report/module.h"
#include "tracker/altered.h"
#include "tracker/checks/judge.h"
#include "tracker/client.h"
#include "tracker/exchange.h"
#include "tracker/look.h"
#include "tracker/place.h"
#include "tracker/tell.h"

static struct transition *log_step(struct object *object, enum event_kind kind, uintptr_t address,
                                   const struct site *site) {
    struct transition step = {.kind = (uint16_t)kind,
                              .address = address,
                              .stack = site->stack,
                              .actor = site->actor,
                              .owner = object->consumer,
                              .row = site->row};
    return object_log_locked(object, &step);
}

static void forget_overwriting(struct object *object) {
    memory_free(object->overwriting, sizeof(*object->overwriting));
    object->overwriting = NULL;
}

static void leave_parent(struct object *child, struct aftermath *aftermath) {
    if (!child->parent || child->moved_out)
        return;
    child->moved_out = true;
    child->parent->child_left = true;
    child->next_dead = aftermath->moved;
    aftermath->moved = child;
}

/* Log the step and note where the object is. Only a boundary shows that two copies are in use. */
static void see(const struct event *event, bool at_boundary, struct aftermath *aftermath) {
    struct object *object = event->object;
    uintptr_t self = event->self;
    if (object->parent && self != object->place)
        leave_parent(object, aftermath);
    if (self != object->address) {
        bool is_new = !place_find_locked(object, self);
        aftermath->has_moved = is_new;
        forget_overwriting(object); /* what was filled anew was a stale copy */
        if (at_boundary && object->places)
            object->places->was_left =
                look_is_copy(object->kind, self, object->places->key.address);
        if (is_new && event->kind != EVENT_RELEASE_BEGIN && event->kind != EVENT_MOVE)
            tell_step_locked(object, log_step(object, EVENT_MOVE, self, event->site));
    }
    object->address = self;
    object->within = 0;
    struct transition *step = log_step(object, event->kind, self, event->site);
    tell_step_locked(object, step);
    if (object->parent && !object->moved_out)
        return;
    struct place *place = place_set_locked(object, self, step->seq);
    if (place && at_boundary) {
        place->at_boundary = true;
        place->call = event->site->call;
    }
}

/* A struct first seen when it was given away or peeked at: that is its first step, no export. */
static bool is_first_sight(const struct object *object, const struct site *site) {
    return object->n_transitions == 1 && object->last->kind == EVENT_EXPORT && object->places &&
           site->call && object->places->call == site->call;
}

int change_holder(const struct event *event) {
    const struct site *site = event->site;
    if (event->kind != EVENT_IMPORT || !site->takes || site->refused || !site->callee)
        return site->actor;
    int callee = module_of(site->callee);
    /* What a handler is given is its own, whosever it is. */
    const char *library = site->row == UINT16_MAX ? NULL : client_library(callee);
    return library && strcmp(library, "libarrow") == 0 ? site->actor : callee;
}

static void cross(const struct event *event, int holder, struct aftermath *aftermath) {
    struct object *object = event->object;
    const struct site *site = event->site;
    altered_note_locked(event);
    object->consumer = holder;
    if (!is_first_sight(object, site)) {
        see(event, true, aftermath);
        aftermath->is_back = event->kind != EVENT_EXPORT && object->state == STATE_LIVE;
        return;
    }
    object->last->kind = (uint16_t)event->kind;
    object->last->owner = object->consumer;
    object->last->recorded = false;
    tell_step_locked(object, object->last);
}

static void enter(const struct event *event, uint32_t callback) {
    struct object *object = event->object;
    atomic_fetch_add(&object->inside, 1);
    object->inside_tid = thread_id();
    object->inside_callback = callback;
    object->inside_stack = event->site->stack;
    object->inside_since_ns = thread_clock_ns();
}

/* Children whose place is marked released were moved out, unseen until now; so were those whose
 * place holds another structure. */
static void look_for_moved(struct object *object, bool is_changed, struct aftermath *aftermath) {
    for (struct object *child = object->children; child; child = child->sibling) {
        uintptr_t release;
        if (child->state != STATE_LIVE || child->moved_out)
            continue;
        bool can_look = look_release(child->kind, child->place, &release);
        bool is_gone = can_look && (release == 0 ||
                                    (is_changed && look_like(child, child->place) == LOOK_OTHER));
        /* What parents share ends with the last of them: their producer counts. */
        if (is_gone || child->is_shared)
            leave_parent(child, aftermath);
        else
            look_for_moved(child, is_changed, aftermath);
    }
}

static void begin_release(const struct event *event, struct aftermath *aftermath) {
    struct object *object = event->object;
    see(event, false, aftermath);
    if (!object->parent || object->moved_out)
        look_for_moved(object, event->changed_child != NULL, aftermath);
    object->state = STATE_RELEASING;
    enter(event, 0);
}

/* Children in place go with their parent, whether their callbacks were called or not. */
static void bury(struct object *object, enum object_state state, struct aftermath *aftermath) {
    for (struct object *child = object->children; child; child = child->sibling)
        if (child->state == STATE_LIVE && !child->moved_out)
            bury(child, STATE_RELEASED_BY_PARENT, aftermath);
    object->state = state;
    object->next_dead = NULL;
    if (aftermath->last_dead)
        aftermath->last_dead->next_dead = object;
    else
        aftermath->dead = object;
    aftermath->last_dead = object;
}

static void end_release(const struct event *event, struct aftermath *aftermath) {
    struct object *object = event->object;
    if (object->state != STATE_RELEASING)
        return;
    struct transition *step = object->first;
    while (step && step->kind != EVENT_RELEASE_BEGIN)
        step = step->next;
    if (step && event->kind == EVENT_RELEASE_END) {
        step->kind = EVENT_RELEASE_END;
        step->recorded = false;
        tell_step_locked(object, step);
    }
    aftermath->was_released = object->is_counted;
    bury(object, STATE_RELEASED, aftermath);
}

static uint64_t add(uint64_t sum, int64_t n) {
    uint64_t more = n > 0 ? (uint64_t)n : 0;
    return sum + more < sum ? UINT64_MAX : sum + more;
}

/* Requests count before they reach the producer, who may answer on another thread at once. */
static void note_exchange(const struct event *event) {
    struct exchange *exchange = event->object->exchange;
    bool is_handlers = event->kind != EVENT_REQUEST && event->kind != EVENT_CANCEL;
    if (is_handlers)
        enter(event, (uint32_t)(event->kind - EVENT_GET_SCHEMA) + CALLBACK_GET_SCHEMA);
    if (!exchange)
        return;
    if (event->producer == PRODUCER_WATCHED) {
        exchange->sees_requests = true;
        event->object->device_type = event->device_type;
    }
    if (event->kind == EVENT_REQUEST)
        exchange->n_requested = add(exchange->n_requested, event->n_wanted);
    else if (is_handlers)
        exchange->producer = event->site->actor;
    exchange->has_schema |= event->kind == EVENT_ON_SCHEMA;
    exchange->has_failed |= event->kind == EVENT_ON_ERROR;
    exchange->is_cancelled |= event->kind == EVENT_CANCEL;
    if (event->kind == EVENT_ON_NEXT_TASK) {
        exchange->has_ended |= event->is_last;
        exchange->n_given += !event->is_last;
    }
}

static void begin_extraction(const struct event *event, int holder, struct aftermath *aftermath) {
    event->object->consumer = holder;
    see(event, false, aftermath);
    event->object->state = STATE_RELEASING;
    enter(event, CALLBACK_EXTRACT);
}

static void end_callback(const struct event *event, struct aftermath *aftermath) {
    struct object *object = event->object;
    switch ((enum callback)event->callback) {
    case CALLBACK_EXTRACT:
        end_release(event, aftermath);
        return;
    case CALLBACK_ON_SCHEMA:
    case CALLBACK_ON_NEXT_TASK:
        if (object->exchange)
            object->exchange->is_refused |= event->status != 0;
        return;
    case CALLBACK_GET_SCHEMA:
    case CALLBACK_GET_NEXT:
        object->last_status = event->status;
        break;
    default:
        break;
    }
    if (event->has_members)
        object->own_data = event->members.private_data;
    if (event->ended_itself)
        object->is_lost = true;
}

static void log_only(const struct event *event) {
    tell_step_locked(event->object, log_step(event->object, event->kind, event->self, event->site));
}

void change_locked(const struct event *event, int holder, struct aftermath *aftermath) {
    struct object *object = event->object;
    switch (event->kind) {
    case EVENT_EXPORT:
    case EVENT_HAND_OVER:
    case EVENT_IMPORT:
        cross(event, holder, aftermath);
        break;
    case EVENT_MOVE:
        see(event, false, aftermath);
        break;
    case EVENT_GET_SCHEMA:
    case EVENT_GET_NEXT:
    case EVENT_GET_LAST_ERROR:
        object->consumer = holder;
        see(event, false, aftermath);
        enter(event, (uint32_t)(event->kind - EVENT_GET_SCHEMA) + CALLBACK_GET_SCHEMA);
        break;
    case EVENT_ON_SCHEMA:
    case EVENT_ON_NEXT_TASK:
    case EVENT_ON_ERROR:
    case EVENT_REQUEST:
    case EVENT_CANCEL:
        note_exchange(event);
        log_only(event);
        break;
    case EVENT_EXTRACT:
        begin_extraction(event, holder, aftermath);
        break;
    case EVENT_CALLBACK_END:
        end_callback(event, aftermath);
        break;
    case EVENT_RELEASE_BEGIN:
        begin_release(event, aftermath);
        break;
    case EVENT_THROW:
        if (event->callback != CALLBACK_RELEASE && event->callback != CALLBACK_EXTRACT)
            break;
        /* It will not return, and nobody knows what it left. */
        end_release(event, aftermath);
        break;
    case EVENT_RELEASE_END:
        end_release(event, aftermath);
        break;
    case EVENT_FREE:
        if (event->callback != CALLBACK_RELEASE)
            break; /* a text of its */
        object->is_freed = true;
        log_only(event);
        break;
    case EVENT_DROP:
    case EVENT_READ:
    case EVENT_WRITE:
    case EVENT_VERIFY:
        log_only(event);
        break;
    default:
        break;
    }
}

void change_overwritten_locked(struct object *object, uint32_t by, const struct site *site) {
    /* A stream around another hands on where it was told to write: whoever told it comes last. */
    bool is_same = object->overwriting && object->overwritten_by == by;
    if (object->state != STATE_LIVE || (object->overwriting && !is_same))
        return;
    if (!is_same)
        object->overwriting = memory_alloc(sizeof(*object->overwriting));
    if (!object->overwriting)
        return;
    object->overwritten_by = by;
    *object->overwriting = (struct transition){.kind = EVENT_OVERWRITE,
                                               .time_ns = thread_clock_ns(),
                                               .tid = thread_id(),
                                               .address = object->address,
                                               .stack = site->stack,
                                               .actor = site->actor,
                                               .owner = -1,
                                               .row = UINT16_MAX};
}

void change_reported_locked(const struct event *event, const struct verdicts *verdicts) {
    struct object *object = event->object;
    for (unsigned i = 0; i < verdicts->n && thread_self.n_ignores == 0; i++) {
        const struct finding *finding = &verdicts->findings[i];
        object->reported |= CHECK_BIT(finding->check);
        object->is_given_dead |= event->kind == EVENT_IMPORT && event->site->takes &&
                                 finding->check == CHECK_USE_AFTER_RELEASE &&
                                 finding->severity == SEVERITY_ERROR;
    }
}

void change_log_locked(const struct event *event) {
    log_only(event);
}

/* What a function gives belongs to whoever had it called. What a library asks a stream for it holds
 * itself, but for Arrow C++, which reads streams for others. A task belongs to
 * whose on_next_task it comes to. */
static int receiver(const struct object *object, const struct site *site) {
    if (object->kind == KIND_ASYNC_TASK)
        return object->consumer;
    const char *library = client_library(site->actor);
    bool asked_itself = site->row == UINT16_MAX && library && strcmp(library, "libarrow") != 0;
    return asked_itself ? site->actor : client_of(site->stack, site->actor);
}

void change_export_locked(struct object *object, const struct site *site) {
    object->consumer = receiver(object, site);
    struct transition *step = log_step(object, EVENT_EXPORT, object->address, site);
    struct place *place = place_set_locked(object, object->address, step->seq);
    if (place) {
        place->at_boundary = true;
        place->call = site->call;
    }
    tell_step_locked(object, step);
}

static struct transition *log_noted(struct object *object, const struct transition *noted) {
    struct transition *step = object_log_locked(object, noted);
    step->seq = noted->seq;
    step->time_ns = noted->time_ns;
    step->tid = noted->tid;
    return step;
}

void change_export_noted_locked(struct object *root, const struct site *site,
                                const struct transition *noted) {
    struct transition step = *noted;
    root->consumer = receiver(root, site);
    step.kind = EVENT_EXPORT;
    step.owner = root->consumer;
    log_noted(root, &step);
    struct place *place = place_restore_locked(root, root->address, noted->seq);
    if (place) {
        place->at_boundary = true;
        place->call = site->call;
    }
}

void change_release_noted_locked(struct object *object, const struct transition *noted) {
    struct transition step = *noted;
    bool is_over = object->state == STATE_RELEASED;
    step.kind = is_over ? EVENT_RELEASE_END : EVENT_RELEASE_BEGIN;
    step.owner = object->consumer;
    log_noted(object, &step);
    object->inside_tid = noted->tid;
    object->inside_callback = 0;
    object->inside_stack = noted->stack;
    object->inside_since_ns = noted->time_ns;
}
