/* object: makes and forgets objects, keeps their timelines short, and lists what lives. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "tracker/object.h"

#include "report/base/memory.h"
#include "report/base/text.h"
#include "report/base/thread.h"
#include "report/live.h"
#include "report/module.h"
#include "tracker/altered.h"
#include "tracker/draft.h"
#include "tracker/event.h"
#include "tracker/exchange.h"
#include "tracker/handle.h"
#include "tracker/number.h"
#include "tracker/origin.h"
#include "tracker/place.h"
#include "tracker/wording.h"

#define SHARDS 64
/* A longer timeline loses its middle. */
#define KEEP_FIRST 8
#define KEEP       32
/* Long enough for any walk over the list, short against a user's patience at a crash. */
#define LIST_WAIT_MS 2000

static struct lock shards[SHARDS];
static struct lock live_lock;
static struct object *oldest_live, *newest_live;
static _Atomic uint64_t n_lost;
static _Atomic uint32_t generation;

static const struct {
    const char *prefix, *name, *word, *words;
} kinds[N_KINDS] = {
    [KIND_ARRAY] = {"array#", "ArrowArray", "array", "arrays"},
    [KIND_SCHEMA] = {"schema#", "ArrowSchema", "schema", "schemas"},
    [KIND_STREAM] = {"stream#", "ArrowArrayStream", "stream", "streams"},
    [KIND_DEVICE_ARRAY] = {"devarray#", "ArrowDeviceArray", "device array", "device arrays"},
    [KIND_DEVICE_STREAM] = {"devstream#", "ArrowDeviceArrayStream", "device stream",
                            "device streams"},
    [KIND_ASYNC_HANDLER] = {"handler#", "ArrowAsyncDeviceStreamHandler", "async handler",
                            "async handlers"},
    [KIND_ASYNC_TASK] = {"task#", "ArrowAsyncTask", "async task", "async tasks"},
};

void object_init(void) {
    lock_init(&live_lock, LOCK_LIVE);
    for (unsigned i = 0; i < SHARDS; i++)
        lock_init(&shards[i], LOCK_OBJECT);
    place_init();
    origin_init();
    module_date_by(number_last_step);
}

void object_lock(const struct object *object) {
    lock_acquire(&shards[object->shard]);
}

void object_unlock(const struct object *object) {
    lock_release(&shards[object->shard]);
}

static void link_child(struct object *parent, struct object *child) {
    child->parent = parent;
    object_lock(parent);
    child->elder = parent->last_child;
    if (parent->last_child)
        parent->last_child->sibling = child;
    else
        parent->children = child;
    parent->last_child = child;
    object_unlock(parent);
}

static void unlink_child_locked(struct object *child) {
    struct object *parent = child->parent;
    if (child->elder)
        child->elder->sibling = child->sibling;
    else
        parent->children = child->sibling;
    if (child->sibling)
        child->sibling->elder = child->elder;
    else
        parent->last_child = child->elder;
    child->parent = child->sibling = child->elder = NULL;
}

void object_orphan(struct object *object) {
    object_lock(object);
    if (object->parent)
        unlink_child_locked(object);
    object_unlock(object);
}

struct object *object_new(enum object_kind kind, uint32_t number, uintptr_t address,
                          struct object *parent) {
    struct object *object = memory_alloc(sizeof(*object));
    if (!object)
        return NULL;
    object->kind = kind;
    object->number = number;
    object->shard = parent ? parent->shard : (uint16_t)(object->number % SHARDS);
    object->thunk = UINT32_MAX;
    object->address = object->place = address;
    object->release_module = object->producer = object->consumer = -1;
    object->length = -1;
    object->device_type = 1;
    object->generation = object_generation();
    if (parent)
        link_child(parent, object);
    return object;
}

static bool is_own(const struct object *object, const struct transition *step) {
    return step >= object->own && step < object->own + LENGTH(object->own);
}

static void forget_timeline_locked(struct object *object) {
    struct transition *step;
    while ((step = object->first)) {
        object->first = step->next;
        if (!is_own(object, step))
            memory_free(step, sizeof(*step));
    }
    object->last = NULL;
}

void object_free(struct object *object) {
    struct object *child;
    if (object->is_listed)
        object_unlist(object);
    handle_unbind(object);
    object_lock(object);
    place_drop_locked(object);
    forget_timeline_locked(object);
    altered_free(object);
    memory_free(object->overwriting, sizeof(*object->overwriting));
    memory_free(object->exchange, sizeof(*object->exchange));
    memory_free(object->wording, sizeof(*object->wording));
    if (object->parent)
        unlink_child_locked(object);
    while ((child = object->children)) {
        object->children = child->sibling;
        child->parent = child->sibling = child->elder = NULL;
    }
    object->last_child = NULL;
    object_unlock(object);
    if (object->label)
        memory_free((void *)object->label, strlen(object->label) + 1);
    if (object->draft)
        draft_forget(object->draft);
    /* A thread that left a callback by siglongjmp still counts it: memory that is counted stays. */
    if (atomic_load(&object->inside) == 0)
        memory_free(object, sizeof(*object));
}

/* Take the step after the first ones out of a long timeline: its memory serves for the next. */
static struct transition *take_middle_locked(struct object *object) {
    struct transition *before = object->first;
    for (unsigned i = 1; i < KEEP_FIRST && i + 1 < object->n_transitions; i++)
        before = before->next;
    struct transition *step = before->next;
    before->next = step->next;
    if (object->last == step)
        object->last = before;
    object->n_transitions--;
    object->n_dropped++;
    return step;
}

static struct transition *room_for_step_locked(struct object *object) {
    if (object->n_transitions + object->n_dropped < LENGTH(object->own))
        return &object->own[object->n_transitions];
    if (object->n_transitions < KEEP) {
        struct transition *room = memory_alloc(sizeof(*room));
        if (room)
            return room;
        atomic_fetch_add(&n_lost, 1);
    }
    return take_middle_locked(object);
}

struct transition *object_log_locked(struct object *object, const struct transition *step) {
    struct transition *kept = room_for_step_locked(object);
    *kept = *step;
    kept->next = NULL;
    kept->seq = number_steps(1);
    kept->time_ns = thread_clock_ns();
    kept->tid = thread_id();
    kept->recorded = false;
    if (object->last)
        object->last->next = kept;
    else
        object->first = kept;
    object->last = kept;
    object->n_transitions++;
    return kept;
}

uint64_t object_lost(void) {
    return atomic_load(&n_lost);
}

/* Where the latest one that is not the newest came in: others that come late follow it. */
static struct object *latecomer;

static bool is_before(const struct object *one, const struct object *other) {
    return one->first && other->first && one->first->seq < other->first->seq;
}

/* The one after which it comes, NULL for none. */
static struct object *elder_of_locked(const struct object *object) {
    struct object *elder = newest_live;
    if (!elder || !is_before(object, elder))
        return elder;
    if (latecomer)
        elder = latecomer;
    while (elder && is_before(object, elder))
        elder = elder->prev_live;
    while (elder && elder->next_live && !is_before(object, elder->next_live))
        elder = elder->next_live;
    return elder;
}

void object_list(struct object *object) {
    lock_acquire(&live_lock);
    if (!object->is_listed) {
        struct object *elder = elder_of_locked(object);
        object->prev_live = elder;
        object->next_live = elder ? elder->next_live : oldest_live;
        *(elder ? &elder->next_live : &oldest_live) = object;
        if (object->next_live) {
            object->next_live->prev_live = object;
            latecomer = object;
        } else {
            newest_live = object;
        }
        object->is_listed = true;
        if (object->generation == object_generation()) /* else it is its parent's */
            live_add(LIVE_ALIVE, 1);
    }
    lock_release(&live_lock);
}

void object_unlist(struct object *object) {
    lock_acquire(&live_lock);
    if (object->is_listed) {
        if (object->prev_live)
            object->prev_live->next_live = object->next_live;
        else
            oldest_live = object->next_live;
        if (object->next_live)
            object->next_live->prev_live = object->prev_live;
        else
            newest_live = object->prev_live;
        if (latecomer == object)
            latecomer = NULL;
        object->is_listed = false;
        if (object->generation == object_generation()) /* else it was never counted here */
            live_add(LIVE_ALIVE, -1);
    }
    lock_release(&live_lock);
}

bool object_each_live(void (*visit)(struct object *object, void *context), draft_letting lets_be,
                      void *context) {
    draft_draw_live(lets_be, context);
    if (!lock_try(&live_lock, LIST_WAIT_MS))
        return false;
    for (struct object *object = oldest_live; object; object = object->next_live)
        visit(object, context);
    lock_release(&live_lock);
    return true;
}

const char *object_name_of(enum object_kind kind, uint32_t number, char storage[24]) {
    struct text text = text_begin(storage, 24);
    text_add(&text, kinds[kind].prefix);
    text_add_uint(&text, number);
    return storage;
}

const char *object_name(const struct object *object, char storage[24]) {
    return object_name_of(object->kind, object->number, storage);
}

const char *object_kind_name(enum object_kind kind) {
    return kinds[kind].name;
}

const char *object_kind_word(enum object_kind kind, bool plural) {
    return plural ? kinds[kind].words : kinds[kind].word;
}

/* A device array begins with an array: what was filled as one may be used as the other. */
struct object *object_last_at(uintptr_t address, enum object_kind kind) {
    struct object *object = place_holder(address, kind);
    if (!object && kind == KIND_ARRAY)
        object = place_holder(address, KIND_DEVICE_ARRAY);
    else if (!object && kind == KIND_DEVICE_ARRAY)
        object = place_holder(address, KIND_ARRAY);
    return object;
}

struct object *object_at(uintptr_t address, enum object_kind kind) {
    struct object *object = place_holder(address, kind);
    if (!object)
        return NULL;
    object_lock(object);
    bool is_there = object->state == STATE_LIVE && object->address == address;
    object_unlock(object);
    return is_there ? object : NULL;
}

/* Only the forking thread lives on in the child: what another was inside of, nobody is. */
static void free_of_threads(struct object *object, void *context) {
    (void)context;
    uint32_t own = 0;
    for (unsigned i = 0; i < thread_self.n_callbacks && i < THREAD_MAX_CALLBACKS; i++)
        own += thread_self.callbacks[i].object == object;
    atomic_store(&object->inside, own);
    object->inside_tid = thread_id();
    if (own == 0 && object->state == STATE_RELEASING)
        object->state = STATE_LIVE;
}

static bool is_free_of_threads(const struct draft *draft, void *context) {
    (void)draft, (void)context;
    return true;
}

/* What no thread is inside of stays in outline: most children touch little of what they inherit. */
void object_fork_child(void) {
    draft_fork_child();
    draft_draw_live(is_free_of_threads, NULL);
    atomic_fetch_add(&generation, 1);
    object_each_live(free_of_threads, is_free_of_threads, NULL);
    origin_fork_child();
}

uint32_t object_generation(void) {
    return atomic_load_explicit(&generation, memory_order_relaxed);
}
