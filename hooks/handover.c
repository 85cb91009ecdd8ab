/* handover: tells new from known, wraps the new ones with their whole tree, and says to the tracker
 * what it saw. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "hooks/handover.h"

#include <stdatomic.h>

#include "hooks/async.h"
#include "hooks/callback.h"
#include "hooks/desk.h"
#include "hooks/hook.h"
#include "report/base/peek.h"
#include "report/base/table.h"
#include "report/base/thread.h"
#include "report/module.h"
#include "report/pystack.h"
#include "tracker/ended.h"
#include "tracker/tracker.h"

/* Deeper than any real type; wider than any real table: what lies beyond is cut and said. */
#define MAX_DEPTH 64
#ifndef MAX_NODES /* tests that try millions of trees have less patience */
#define MAX_NODES 1000000
#endif
/* Children pointers are read so many at a time. */
#define BATCH 64

/* The bytes of any struct. */
union any_struct {
    struct ArrowArray array;
    struct ArrowSchema schema;
    struct ArrowArrayStream stream;
    struct ArrowDeviceArray device_array;
    struct ArrowDeviceArrayStream device_stream;
    struct ArrowAsyncDeviceStreamHandler handler;
    struct ArrowAsyncTask task;
};

/* One walk over a new tree. */
struct walk {
    const struct site *site;
    unsigned n_nodes;
};

static _Atomic uint64_t n_cut, n_calls, n_new, n_passed_over;
static uint64_t every;

/* By address. Under it foreign memory is read and written (peek), but no foreign code runs. */
static struct lock adopting[16];

void handover_init(int64_t sample) {
    every = (uint64_t)sample;
    for (unsigned i = 0; i < LENGTH(adopting); i++)
        lock_init(&adopting[i], LOCK_ADOPT);
}

static uintptr_t member(const void *copy, unsigned offset) {
    uintptr_t value;
    memcpy(&value, (const char *)copy + offset, sizeof(value));
    return value;
}

static uintptr_t release_in(enum object_kind kind, const union any_struct *copy) {
    return member(copy, callback_layouts[kind].offsets[0]);
}

static bool read_struct(enum object_kind kind, uintptr_t self, union any_struct *copy) {
    return peek(copy, (const void *)self, callback_layouts[kind].struct_size) == 0;
}

uint64_t handover_call(void) {
    return atomic_fetch_add_explicit(&n_calls, 1, memory_order_relaxed) + 1;
}

struct site handover_site(uintptr_t caller, uint16_t row) {
    hook_structures_began();
    stack_id stack = stack_capture();
    int actor = stack ? stack_module_of_caller(stack) : module_of(caller);
    return (struct site){
        .caller = caller, .stack = stack, .actor = actor, .row = row, .call = handover_call()};
}

struct site handover_site_at(uintptr_t caller, const uintptr_t *frame, uint16_t row) {
    struct site site = {.caller = caller, .frame = frame, .row = row};
    /* Frames of Python are not found on the stack alone. */
    if (!frame || pystack_version()[0])
        return handover_site(caller, row);
    hook_structures_began();
    desk_locate(&site);
    if (!site.stack)
        site.actor = module_of(caller);
    site.call = handover_call();
    return site;
}

/* Give an adopted object its thunks and put them into its struct. */
static bool wrap(struct object *object, uintptr_t self, const union any_struct *copy) {
    const struct callback_layout *layout = &callback_layouts[object->kind];
    uintptr_t originals[CALLBACK_MOST_SLOTS] = {0};
    for (unsigned i = 0; i < layout->n; i++)
        originals[i] = member(copy, layout->offsets[i]);
    uint32_t slot = thunk_take(object, layout->n_slots, layout->handlers, originals);
    if (slot == THUNK_NONE)
        return false;
    object->thunk = slot;
    /* A callback that the producer left NULL stays so: only what could be called is replaced. */
    for (unsigned i = 0; i < layout->n; i++) {
        uintptr_t thunk = thunk_address(slot + i);
        if (originals[i] &&
            peek_write((void *)(self + layout->offsets[i]), &thunk, sizeof(thunk)) != 0)
            return false;
    }
    return true;
}

/* Put back what was written before wrapping failed half-way (a struct in memory that cannot be
 * written). */
static void unwrap(const struct object *object, uintptr_t self) {
    const struct callback_layout *layout = &callback_layouts[object->kind];
    for (unsigned i = 0; object->thunk != THUNK_NONE && i < layout->n; i++) {
        uintptr_t original = thunk_get(object->thunk + i)->original;
        peek_write((void *)(self + layout->offsets[i]), &original, sizeof(original));
    }
}

/* Memory is short: what died long ago goes first. */
void handover_make_room(void) {
    for (int i = 0; i < 256 && hook_evict(true); i++)
        ;
}

static struct object *adopt(enum object_kind kind, uintptr_t self, const union any_struct *copy,
                            struct object *parent, const struct site *site, struct object *source) {
    for (int tries = 0; tries < 2; tries++) {
        struct object *object = tracker_adopt(kind, self, copy, parent, site, source);
        if (object) {
            if (wrap(object, self, copy))
                return object;
            unwrap(object, self);
            tracker_abandon(object);
            if (object->thunk == THUNK_NONE)
                tracker_forget(object);
            else
                thunk_retire(object);
            break;
        }
        handover_make_room();
    }
    tracker_drop(kind, "no memory or entry point for it");
    return NULL;
}

static void adopt_child(struct walk *walk, struct object *parent, enum object_kind kind,
                        uintptr_t self, unsigned depth);

static void adopt_children(struct walk *walk, struct object *object, enum object_kind kind,
                           const union any_struct *copy, unsigned depth) {
    bool is_schema = kind == KIND_SCHEMA;
    int64_t n = is_schema ? copy->schema.n_children : copy->array.n_children;
    uintptr_t children =
        is_schema ? (uintptr_t)copy->schema.children : (uintptr_t)copy->array.children;
    uintptr_t dictionary =
        is_schema ? (uintptr_t)copy->schema.dictionary : (uintptr_t)copy->array.dictionary;
    uintptr_t batch[BATCH];
    for (int64_t i = 0; i < n && children; i++) {
        if (walk->n_nodes >= MAX_NODES) {
            atomic_fetch_add(&n_cut, 1);
            break;
        }
        int64_t at = i % BATCH;
        int64_t wanted = n - i < BATCH ? n - i : BATCH;
        if (at == 0 && peek(batch, (const void *)(children + (uintptr_t)i * sizeof(uintptr_t)),
                            (size_t)wanted * sizeof(uintptr_t)) != 0)
            break;
        adopt_child(walk, object, kind, batch[at], depth + 1);
    }
    if (dictionary)
        adopt_child(walk, object, kind, dictionary, depth + 1);
}

/* The object that a callback address in a struct belongs to; NULL for a slot that was given back
 * long ago. */
static struct object *object_of(enum object_kind kind, uintptr_t release) {
    uint32_t slot = thunk_slot_of(release);
    struct object *object = slot == THUNK_NONE ? NULL : thunk_get(slot)->object;
    struct draft_node *node = draft_marked(object);
    if (node)
        object = kind == KIND_ARRAY ? draft_object(node) : NULL;
    return object && object->thunk == slot && object->kind == kind ? object : NULL;
}

/* A child that has a thunk: parents share it, or it is met again in a cycle. */
static void share(const struct object *parent, enum object_kind kind, uintptr_t self,
                  uintptr_t release) {
    struct object *object = object_of(kind, release);
    if (object && object->parent != parent)
        tracker_shared(object, self, parent);
}

static void adopt_child(struct walk *walk, struct object *parent, enum object_kind kind,
                        uintptr_t self, unsigned depth) {
    union any_struct copy;
    walk->n_nodes++;
    if (!self)
        return;
    if (depth > MAX_DEPTH) {
        atomic_fetch_add(&n_cut, 1);
        return;
    }
    if (!read_struct(kind, self, &copy))
        return;
    uintptr_t release = release_in(kind, &copy);
    if (thunk_slot_of(release) != THUNK_NONE) {
        share(parent, kind, self, release);
        return;
    }
    /* Moved out already, or garbage. */
    if (!release || !module_is_code(release))
        return;
    struct object *object = adopt(kind, self, &copy, parent, walk->site, NULL);
    if (object)
        adopt_children(walk, object, kind, &copy, depth);
}

static struct object *adopt_tree_locked(enum object_kind kind, uintptr_t self,
                                        const union any_struct *copy, const struct site *site,
                                        struct object *source) {
    struct object *root = adopt(kind, self, copy, NULL, site, source);
    if (!root)
        return NULL;
    struct walk walk = {.site = site};
    if (kind == KIND_ARRAY || kind == KIND_SCHEMA)
        adopt_children(&walk, root, kind, copy, 0);
    else if (kind == KIND_DEVICE_ARRAY)
        adopt_children(&walk, root, KIND_ARRAY, copy, 0);
    tracker_adopted(root, site);
    return root;
}

/* Of a sample: the first of every so many is watched. */
static bool is_passed_over(void) {
    if (LIKELY(every <= 1) || atomic_fetch_add(&n_new, 1) % every == 0)
        return false;
    atomic_fetch_add(&n_passed_over, 1);
    return true;
}

static void say(enum handover_role role, enum event_content content, struct object *object,
                uintptr_t self, struct site *site) {
    static const enum event_kind kinds[] = {[ROLE_GIVES] = EVENT_EXPORT,
                                            [ROLE_TAKES] = EVENT_IMPORT,
                                            [ROLE_PEEKS] = EVENT_HAND_OVER,
                                            [ROLE_DROPS] = EVENT_DROP};
    site->takes = role == ROLE_TAKES;
    struct event event = {
        .kind = kinds[role], .object = object, .self = self, .site = site, .content = content};
    tracker_event(&event);
}

/* Its object, unless another thread has met the struct since: then *copy is what it is now. */
static struct object *adopt_tree(enum object_kind kind, uintptr_t self, union any_struct *copy,
                                 const struct site *site, struct object *source) {
    struct lock *lock = &adopting[table_hash(&self, sizeof(self)) % LENGTH(adopting)];
    struct object *object = NULL;
    uintptr_t release = release_in(kind, copy);
    lock_acquire(lock);
    if (read_struct(kind, self, copy) && release_in(kind, copy) == release)
        object = adopt_tree_locked(kind, self, copy, site, source);
    lock_release(lock);
    return object;
}

struct object *handover_see(enum object_kind kind, uintptr_t self, enum handover_role role,
                            struct site *site, struct object *source) {
    union any_struct copy;
    site->has_failed = role == ROLE_LEAVES;
    if (site->has_failed)
        role = ROLE_GIVES;
    site->gives = role == ROLE_GIVES;
    if (!read_struct(kind, self, &copy)) {
        if (role != ROLE_DROPS)
            say(role, CONTENT_UNREADABLE, NULL, self, site);
        return NULL;
    }
    uintptr_t release = release_in(kind, &copy);
    if (release == 0) {
        /* Nothing was given, or a consumed capsule is dropped: both are as it should be. */
        if ((role == ROLE_TAKES || role == ROLE_PEEKS) && !handover_has_ended(kind, self))
            handover_was_released(kind, self, role, site);
        return NULL;
    }
    if (thunk_slot_of(release) != THUNK_NONE) {
        struct object *known = object_of(kind, release);
        if (known)
            say(role, CONTENT_OBJECT, known, self, site);
        if (known && kind == KIND_ASYNC_HANDLER)
            async_watch_producer(known, self);
        if (known && source && role == ROLE_GIVES)
            tracker_given(known, source, site);
        return known;
    }
    if (!module_is_code(release)) {
        if (role != ROLE_DROPS)
            say(role, CONTENT_GARBAGE, NULL, self, site);
        return NULL;
    }
    /* A capsule nobody read: created and dropped, not handed over. */
    if (role == ROLE_DROPS || is_passed_over())
        return NULL;
    struct object *object = adopt_tree(kind, self, &copy, site, source);
    bool is_known = !object && (object = object_of(kind, release_in(kind, &copy)));
    if (object && (is_known || role != ROLE_GIVES))
        say(role, CONTENT_OBJECT, object, self, site);
    if (object && kind == KIND_ASYNC_HANDLER)
        async_watch_producer(object, self);
    return object;
}

struct object *handover_object(enum object_kind kind, uintptr_t self) {
    return object_of(kind, handover_release(kind, self));
}

static bool read_release(enum object_kind kind, uintptr_t self, uintptr_t *release) {
    const void *at = (const void *)(self + callback_layouts[kind].offsets[0]);
    return peek(release, at, sizeof(*release)) == 0;
}

bool handover_is_released(enum object_kind kind, uintptr_t self) {
    uintptr_t release;
    return read_release(kind, self, &release) && release == 0;
}

uintptr_t handover_release(enum object_kind kind, uintptr_t self) {
    uintptr_t release;
    return read_release(kind, self, &release) ? release : 0;
}

void handover_was_offered(struct object *object, uintptr_t self, struct site *site) {
    object_lock(object);
    bool is_live = object->state == STATE_LIVE;
    object_unlock(object);
    /* Released inside the call: its consumer has said so himself. */
    if (is_live && handover_is_released(object->kind, self))
        say(ROLE_TAKES, CONTENT_OBJECT, object, self, site);
}

bool handover_is_leftover(enum object_kind kind, uintptr_t self, uintptr_t before) {
    uintptr_t release = handover_release(kind, self);
    return release && release != before && thunk_slot_of(release) == THUNK_NONE &&
           module_is_code(release);
}

bool handover_has_ended(enum object_kind kind, uintptr_t self) {
    return ended_is_last(self, kind, object_last_at(self, kind));
}

void handover_was_released(enum object_kind kind, uintptr_t self, enum handover_role role,
                           struct site *site) {
    say(role, CONTENT_RELEASED, object_last_at(self, kind), self, site);
}

static bool stands_at(const struct object *object, uintptr_t self) {
    return handover_release(object->kind, self) == thunk_address(object->thunk);
}

struct object *handover_target(enum object_kind kind, uintptr_t self) {
    /* Its thunk says whose struct it is; to ask who was seen here last takes longer. */
    uintptr_t release = handover_release(kind, self);
    struct object *object = thunk_slot_of(release) != THUNK_NONE ? object_of(kind, release) : NULL;
    bool is_root = object && (!object->parent || object->moved_out);
    return is_root && object->state == STATE_LIVE && object->address == self ? object : NULL;
}

bool handover_is_in_place(const struct object *object) {
    return object->thunk != THUNK_NONE && stands_at(object, object->address);
}

void handover_overwrote(struct object *old, struct object *by, const struct site *site) {
    if (old && by && old != by)
        tracker_overwrote(old, by, site);
}

bool handover_is_within(const struct object *object) {
    const struct object *by = object->within ? thunk_get(object->within_thunk)->object : NULL;
    return by && !draft_marked((struct object *)by) && by->number == object->within &&
           by->state == STATE_LIVE;
}

uint64_t handover_cut(void) {
    return atomic_load(&n_cut);
}

uint64_t handover_passed_over(void) {
    return atomic_load(&n_passed_over);
}
