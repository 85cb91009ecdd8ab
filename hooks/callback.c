/* callback: runs a producer's callback under the restore rule and tells the tracker what came
 * before and after. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "hooks/callback.h"

#include <errno.h>

#include "hooks/async.h"
#include "hooks/bridge.h"
#include "hooks/handover.h"
#include "hooks/hook.h"
#include "hooks/isolation.h"
#include "hooks/message.h"
#include "report/base/peek.h"
#include "report/base/thread.h"
#include "report/live.h"
#include "report/module.h"
#include "tracker/checks/judge.h"
#include "tracker/ended.h"
#include "tracker/handle.h"
#include "tracker/look.h"
#include "tracker/tracker.h"

static bool holds(const uintptr_t *place, uintptr_t value) {
    uintptr_t found;
    return peek(&found, place, sizeof(found)) == 0 && found == value;
}

static struct callback_loan loan_of(enum object_kind kind, uintptr_t self, uint32_t first) {
    return (struct callback_loan){
        .place = (uintptr_t *)(self + callback_layouts[kind].offsets[CALLBACK_RELEASE]),
        .thunk = thunk_address(first),
        .release = thunk_get(first)->original};
}

struct callback_loan callback_loan_of(enum object_kind kind, uintptr_t self) {
    uint32_t first = self ? thunk_slot_of(handover_release(kind, self)) : THUNK_NONE;
    if (first == THUNK_NONE)
        return (struct callback_loan){0};
    return loan_of(kind, self, first);
}

void callback_lend(struct callback_loan *loan) {
    loan->is_lent = loan->place && holds(loan->place, loan->thunk) &&
                    peek_write(loan->place, &loan->release, sizeof(loan->release)) == 0;
}

void callback_take_back(const struct callback_loan *loan) {
    if (loan->is_lent && holds(loan->place, loan->release))
        peek_write(loan->place, &loan->thunk, sizeof(loan->thunk));
}

uint32_t callback_place(enum callback kind) {
    static const uint8_t places[N_CALLBACKS] = {
        [CALLBACK_GET_SCHEMA] = 1, [CALLBACK_GET_NEXT] = 2,     [CALLBACK_GET_LAST_ERROR] = 3,
        [CALLBACK_ON_SCHEMA] = 1,  [CALLBACK_ON_NEXT_TASK] = 2, [CALLBACK_ON_ERROR] = 3,
        [CALLBACK_REQUEST] = 4,    [CALLBACK_CANCEL] = 5};
    return places[kind];
}

struct callback_call callback_call_of(enum callback kind, uint32_t slot, uintptr_t self,
                                      void *frame) {
    struct callback_call call = {
        .kind = kind, .slot = thunk_get(slot), .self = self, .frame = (uintptr_t)frame};
    call.object = call.slot->object;
    call.node = draft_marked(call.object);
    if (call.node)
        call.object = NULL;
    if (call.node || (call.object && !kind_is_async(call.object->kind)))
        call.loan =
            loan_of(call.node ? KIND_ARRAY : call.object->kind, self, slot - callback_place(kind));
    return call;
}

/* What a thread's entry is about, once that is known to be an object. */
static struct object *object_in(struct thread_callback *callback) {
    struct draft_node *node = draft_marked(callback->object);
    if (node && atomic_load(&node->step) == DRAFT_DRAWN)
        callback->object = draft_object(node);
    return draft_marked(callback->object) ? NULL : callback->object;
}

/* The same, come what may; NULL when memory is short. */
static struct object *drawn_in(struct thread_callback *callback) {
    struct draft_node *node = draft_marked(callback->object);
    return node ? draft_object(node) : callback->object;
}

/* A child that another thread drew out of its draft may not have been counted in. */
static void count_out(struct object *object) {
    uint32_t n = atomic_load(&object->inside);
    while (n > 0 && !atomic_compare_exchange_weak(&object->inside, &n, n - 1))
        ;
}

/* The producer's own may be entered while a callback of the handler's runs. */
static bool is_counted(uint32_t kind) {
    return kind != CALLBACK_REQUEST && kind != CALLBACK_CANCEL;
}

static void forget_above(unsigned n) {
    struct thread *self = &thread_self;
    while (self->n_callbacks > n) {
        struct thread_callback *left = &self->callbacks[--self->n_callbacks];
        struct draft_node *node = draft_marked(left->object);
        uint8_t inside = DRAFT_RELEASING;
        live_leave(left->live);
        if (node && atomic_compare_exchange_strong(&node->step, &inside, DRAFT_LEFT))
            continue;
        struct object *object = object_in(left);
        if (object && is_counted(left->kind))
            count_out(object);
    }
}

/* Entries that siglongjmp or a cancelled thread left behind belong to frames below the one that
 * asks. */
static void drop_stale(uintptr_t frame) {
    struct thread *self = &thread_self;
    unsigned n = self->n_callbacks;
    if (n > THREAD_MAX_CALLBACKS)
        return;
    for (; n > 0 && self->callbacks[n - 1].stack <= frame; n--)
        if (self->callbacks[n - 1].kind != CALLBACK_RELEASE)
            ((struct object *)self->callbacks[n - 1].object)->is_lost = true;
    forget_above(n);
}

/* For the launcher, which tells of callbacks that hang while they do. */
static uint16_t show(const struct callback_call *call, const struct site *site) {
    char name[24];
    if (LIKELY(!live_is_on()))
        return 0;
    record_stack(site->stack);
    return (uint16_t)live_enter(object_name(call->object, name), judge_callback(call->kind),
                                site->stack);
}

static void enter_callback(struct callback_call *call, const struct site *site) {
    struct thread *self = &thread_self;
    if (self->n_callbacks >= THREAD_MAX_CALLBACKS) {
        self->n_callbacks++; /* too deep to keep: counted, so that leaving fits */
        if (is_counted(call->kind))
            count_out(call->object);
        return;
    }
    call->tid = thread_id();
    self->callbacks[self->n_callbacks++] = (struct thread_callback){.object = call->object,
                                                                    .stack = call->frame,
                                                                    .self = call->self,
                                                                    .kind = (uint16_t)call->kind,
                                                                    .live = show(call, site),
                                                                    .stack_id = site->stack};
}

/* An entry that was taken for stale (a signal handler on a stack of its own ran in between) is gone
 * already. */
static void leave_callback(const struct callback_call *call) {
    struct thread *self = &thread_self;
    /* A fiber that went on in another thread: the entry is the first one's, and stale there. */
    if (UNLIKELY(call->tid && call->tid != thread_id())) {
        if (is_counted(call->kind))
            count_out(call->object);
        return;
    }
    if (self->n_callbacks > THREAD_MAX_CALLBACKS) {
        self->n_callbacks--;
        return;
    }
    for (unsigned n = self->n_callbacks; n-- > 0;)
        if (self->callbacks[n].stack == call->frame && self->callbacks[n].object == call->object) {
            forget_above(n);
            return;
        }
}

/* A child released by its parent's callback: the parent's stack says where, and is cheaper than a
 * new one. */
static struct site release_site(const struct callback_call *call, uintptr_t caller) {
    unsigned n = thread_self.n_callbacks;
    if (call->object && n > 0 && n <= THREAD_MAX_CALLBACKS) {
        struct thread_callback *outer = &thread_self.callbacks[n - 1];
        if (object_in(outer) == call->object->parent && call->object->parent &&
            outer->kind == CALLBACK_RELEASE && outer->stack > call->frame)
            return (struct site){.caller = caller,
                                 .stack = outer->stack_id,
                                 .actor = call->object->release_module,
                                 .row = UINT16_MAX};
    }
    return handover_site_at(caller, (const uintptr_t *)call->frame, UINT16_MAX);
}

static bool is_inside_release(const struct object *object) {
    unsigned n = thread_self.n_callbacks;
    if (n > THREAD_MAX_CALLBACKS)
        return true;
    for (unsigned i = 0; i < n; i++)
        if (thread_self.callbacks[i].kind == CALLBACK_RELEASE)
            return true;
    /* A fiber or another thread may walk the children on the producer's behalf. */
    return object->parent && object->parent->state == STATE_RELEASING;
}

static void read_members(struct event *event, enum object_kind kind) {
    if (kind == KIND_ARRAY || kind == KIND_DEVICE_ARRAY) {
        struct ArrowArray copy;
        event->has_members = peek(&copy, (const void *)event->self, sizeof(copy)) == 0;
        event->members = look_at_copy(KIND_ARRAY, &copy).members;
        event->members.buffers = isolate_original(event->object, copy.buffers);
    } else if (kind == KIND_SCHEMA) {
        struct ArrowSchema copy;
        event->has_members = peek(&copy, (const void *)event->self, sizeof(copy)) == 0;
        event->members = look_at_copy(KIND_SCHEMA, &copy).members;
    } else if (!kind_is_async(kind)) {
        struct ArrowArrayStream copy;
        size_t skipped = kind == KIND_DEVICE_STREAM ? sizeof(int64_t) : 0;
        event->has_members = peek(&copy, (const void *)(event->self + skipped), sizeof(copy)) == 0;
        event->members = (struct object_members){.private_data = copy.private_data};
    }
}

/* Its producer's callback would call what somebody else has put there. */
static bool is_changed(const struct object *child) {
    if (child->state != STATE_LIVE || child->moved_out)
        return false;
    uintptr_t release = handover_release(child->kind, child->place);
    return release && release != child->release && thunk_slot_of(release) == THUNK_NONE;
}

static const struct object *find_changed_child(const struct object *object) {
    object_lock(object);
    const struct object *child = object->children;
    while (child && !is_changed(child))
        child = child->sibling;
    object_unlock(object);
    return child;
}

/* A stream's callbacks may lie in other modules than its release; only that one is remembered. Code
 * made at run time (closures of ctypes and cffi) is of none. */
static bool is_code_gone(const struct callback_call *call) {
    if (call->kind == CALLBACK_RELEASE && call->object->release_module >= 0)
        return !module_still_holds(call->object->release_module, call->slot->original);
    return !module_is_code(call->slot->original);
}

/* Of the asynchronous interface nothing is called that is over: who called has freed it. */
static bool is_over(const struct object *object) {
    return kind_is_async(object->kind) && object->state == STATE_RELEASED;
}

bool callback_begin(struct callback_call *call, const struct site *site,
                    const struct event *given) {
    struct event event = given ? *given : (struct event){0};
    drop_stale(call->frame);
    message_end(call->object);
    event.kind = call->kind == CALLBACK_RELEASE
                     ? EVENT_RELEASE_BEGIN
                     : (enum event_kind)(EVENT_GET_SCHEMA + call->kind - CALLBACK_GET_SCHEMA);
    event.object = call->object;
    event.self = call->self;
    event.site = site;
    event.code_gone = is_code_gone(call);
    read_members(&event, call->object->kind);
    if (call->kind == CALLBACK_RELEASE) {
        event.from_callback = is_inside_release(call->object);
        event.changed_child = find_changed_child(call->object);
    } else {
        const void *now = event.members.private_data;
        call->is_as_known = event.has_members && (now == call->object->members.private_data ||
                                                  now == call->object->own_data);
    }
    bool was_over = is_over(call->object);
    if (tracker_event(&event) == VERDICT_REFUSE || was_over)
        return false;
    if (call->kind == CALLBACK_RELEASE)
        isolation_release(call->object, call->self, site);
    callback_lend(&call->loan);
    enter_callback(call, site);
    if (call->kind == CALLBACK_RELEASE && call->object->release_module >= 0 &&
        !kind_is_async(call->object->kind))
        hook_watch_frees(call->slot->original);
    return true;
}

void callback_end(const struct callback_call *call, const struct site *site, uintptr_t result) {
    leave_callback(call);
    struct event event = {.kind = call->kind == CALLBACK_RELEASE ? EVENT_RELEASE_END
                                                                 : EVENT_CALLBACK_END,
                          .object = call->object,
                          .self = call->self,
                          .site = site,
                          .status = (int)result,
                          .callback = call->kind};
    if (call->kind == CALLBACK_RELEASE) {
        if (!call->object->is_freed &&
            peek(&event.release_now, call->loan.place, sizeof(event.release_now)) == 0)
            event.still_set = event.release_now == call->loan.release;
        if (event.still_set)
            callback_take_back(&call->loan);
    } else {
        uintptr_t now;
        event.ended_itself =
            call->loan.is_lent && !peek(&now, call->loan.place, sizeof(now)) && !now;
        callback_take_back(&call->loan);
        /* What its own callback changes is the producer's to change. */
        if (call->is_as_known)
            read_members(&event, call->object->kind);
    }
    tracker_event(&event);
}

uintptr_t callback_pass(struct callback_call *call, uintptr_t b, uintptr_t c, uintptr_t d) {
    uintptr_t original = call->slot->original;
    if (!call->loan.place || !thread_is_own_process())
        return callback_invoke(original, call->self, b, c, d);
    /* What is a draft still has no copies of buffers. */
    if (call->kind == CALLBACK_RELEASE && call->object)
        isolation_put_back(call->object, call->self);
    callback_lend(&call->loan);
    uintptr_t result = callback_invoke(original, call->self, b, c, d);
    callback_take_back(&call->loan);
    return result;
}

void callback_mark_released(enum object_kind kind, uintptr_t self) {
    uintptr_t none = 0;
    peek_write((void *)(self + callback_layouts[kind].offsets[CALLBACK_RELEASE]), &none,
               sizeof(none));
}

/* False: nothing is known of what is called, or it can't be kept. */
static bool draw(struct callback_call *call) {
    for (int tries = 0; call->node && !call->object && tries < 2; tries++) {
        call->object = draft_object(call->node);
        if (!call->object && atomic_load(&draft_of(call->node)->state) == DRAFT_FREE)
            tracker_stale_call();
        else if (!call->object)
            handover_make_room();
    }
    return call->object != NULL;
}

uintptr_t callback_release(uintptr_t self, uintptr_t b, uintptr_t c, uintptr_t d, uintptr_t caller,
                           uint32_t slot) {
    struct callback_call call =
        callback_call_of(CALLBACK_RELEASE, slot, self, __builtin_frame_address(0));
    struct hook_guard guard;
    if (!hook_enter(&guard))
        return callback_pass(&call, b, c, d);
    if (!draw(&call)) {
        bool is_noted = call.node && atomic_load(&draft_of(call.node)->state) == DRAFT_NOTED;
        hook_leave(&guard);
        return is_noted ? callback_pass(&call, b, c, d) : 0;
    }
    struct site site = release_site(&call, caller);
    if (callback_begin(&call, &site, NULL)) {
        hook_leave(&guard);
        callback_invoke(call.slot->original, self, b, c, d);
        /* Nobody reads errno after a callback that returns nothing; but it stays the producer's. */
        if (!hook_enter(&guard))
            return 0;
        callback_end(&call, &site, 0);
        while (hook_evict(false))
            ;
    } else if (call.object->state != STATE_RELEASING && holds(call.loan.place, call.loan.thunk)) {
        /* The caller finds what every release leaves behind: helpers that assert it abort. */
        callback_mark_released(call.object->kind, self);
    }
    hook_leave(&guard);
    return 0;
}

void callback_end_drawn(struct draft_node *node, uint32_t slot, uintptr_t self, uintptr_t frame,
                        const struct site *site) {
    struct callback_call call = {.kind = CALLBACK_RELEASE,
                                 .slot = thunk_get(slot),
                                 .object = draft_object(node),
                                 .self = self,
                                 .frame = frame,
                                 .loan = loan_of(KIND_ARRAY, self, slot)};
    call.loan.is_lent = true;
    if (!call.object)
        return;
    unsigned n = thread_self.n_callbacks;
    if (n > 0 && n <= THREAD_MAX_CALLBACKS)
        object_in(&thread_self.callbacks[n - 1]);
    callback_end(&call, site, 0);
    while (hook_evict(false))
        ;
}

/* Outside the guard, as what the program itself calls: a stream around another one that is watched
 * hands on what that gave, which has to be seen to go. */
static void ask(const struct callback_call *call, uintptr_t get_schema) {
    struct ArrowSchema answer = {0};
    struct hook_guard guard;
    if ((int)callback_invoke(get_schema, call->self, (uintptr_t)&answer, 0, 0) != 0)
        return;
    if (hook_enter(&guard)) {
        bridge_answered(call->object, &answer);
        hook_leave(&guard);
    }
    if (module_is_code((uintptr_t)answer.release))
        answer.release(&answer);
}

/* Nothing more comes; what a live struct held there is lost like what is filled anew. */
static void ended(enum object_kind kind, uintptr_t out, struct object *target,
                  const struct site *site) {
    ended_note(out, kind);
    if (target)
        tracker_overwrote(target, NULL, site);
}

static uintptr_t on_get(enum callback which, uintptr_t self, uintptr_t out, uintptr_t caller,
                        uint32_t slot) {
    struct callback_call call = callback_call_of(which, slot, self, __builtin_frame_address(0));
    struct hook_guard guard;
    if (!hook_enter(&guard))
        return callback_pass(&call, out, 0, 0);
    if (!call.object) {
        hook_leave(&guard);
        return EINVAL;
    }
    enum object_kind kind = which == CALLBACK_GET_SCHEMA              ? KIND_SCHEMA
                            : call.object->kind == KIND_DEVICE_STREAM ? KIND_DEVICE_ARRAY
                                                                      : KIND_ARRAY;
    struct site site = handover_site_at(caller, (const uintptr_t *)call.frame, UINT16_MAX);
    struct object *target = handover_target(kind, out);
    uintptr_t before = handover_release(kind, out);
    if (!callback_begin(&call, &site, NULL)) {
        callback_mark_released(kind, out);
        hook_leave(&guard);
        return EINVAL;
    }
    uintptr_t unasked = which == CALLBACK_GET_NEXT ? bridge_unasked(call.object) : 0;
    hook_leave(&guard);
    if (UNLIKELY(unasked))
        ask(&call, unasked);
    uintptr_t status = callback_invoke(call.slot->original, self, out, 0, 0);
    if (!hook_enter(&guard))
        return status;
    callback_end(&call, &site, status);
    if ((int)status == 0) {
        struct object *given = handover_see(kind, out, ROLE_GIVES, &site, call.object);
        handover_overwrote(target, given, &site);
        if (given)
            handle_inherit(given, call.object);
        else if (handover_is_released(kind, out))
            ended(kind, out, target, &site);
    } else if (handover_is_leftover(kind, out, before)) {
        handover_see(kind, out, ROLE_LEAVES, &site, call.object);
    }
    hook_leave(&guard);
    return status;
}

static uintptr_t on_get_schema(uintptr_t self, uintptr_t out, uintptr_t c, uintptr_t d,
                               uintptr_t caller, uint32_t slot) {
    return on_get(CALLBACK_GET_SCHEMA, self, out, caller, slot);
}

static uintptr_t on_get_next(uintptr_t self, uintptr_t out, uintptr_t c, uintptr_t d,
                             uintptr_t caller, uint32_t slot) {
    return on_get(CALLBACK_GET_NEXT, self, out, caller, slot);
}

static uintptr_t on_get_last_error(uintptr_t self, uintptr_t b, uintptr_t c, uintptr_t d,
                                   uintptr_t caller, uint32_t slot) {
    static const char sentence[] = "arrowdev_check: this stream has been released";
    struct callback_call call =
        callback_call_of(CALLBACK_GET_LAST_ERROR, slot, self, __builtin_frame_address(0));
    struct hook_guard guard;
    if (!hook_enter(&guard))
        return callback_pass(&call, b, c, d);
    struct site site = handover_site(caller, UINT16_MAX);
    if (!call.object || !callback_begin(&call, &site, NULL)) {
        hook_leave(&guard);
        return (uintptr_t)sentence;
    }
    hook_leave(&guard);
    uintptr_t message = callback_invoke(call.slot->original, self, b, c, d);
    if (!hook_enter(&guard))
        return message;
    callback_end(&call, &site, 0);
    message_lend(call.object, message, caller);
    hook_leave(&guard);
    return message;
}

uintptr_t callback_stale(uintptr_t a, uintptr_t b, uintptr_t c, uintptr_t d, uintptr_t caller,
                         uint32_t slot) {
    struct hook_guard guard;
    if (hook_enter(&guard)) {
        tracker_stale_call();
        hook_leave(&guard);
    }
    return EINVAL;
}

void callback_freed(uintptr_t address, uintptr_t caller) {
    struct hook_guard guard;
    if (!hook_enter(&guard))
        return;
    drop_stale((uintptr_t)__builtin_frame_address(0));
    for (unsigned i = thread_self.n_callbacks; i-- > 0;) {
        struct thread_callback *callback = &thread_self.callbacks[i];
        if (callback->kind != CALLBACK_RELEASE || callback->self != address)
            continue;
        struct object *object = drawn_in(callback);
        /* A handler may end with its release: who filled it owns its struct. */
        if (!object || kind_is_async(object->kind))
            break;
        struct site site = handover_site(caller, UINT16_MAX);
        struct event event = {.kind = EVENT_FREE, .object = object, .self = address, .site = &site};
        tracker_event(&event);
        break;
    }
    hook_leave(&guard);
}

/* Values of the unwinder's interface (Itanium C++ ABI: Exception Handling, 1.6.2). */
enum { UNWIND_CLEANUP_PHASE = 2, UNWIND_FORCED = 8, UNWIND_CONTINUE = 8 };

/* An exception passes callback_invoke()'s frame. Cancellation and thread exit unwind by force: no
 * fault. */
__attribute__((used)) int callback_personality(int version, int actions, uint64_t class,
                                               void *exception, void *context);
int callback_personality(int version, int actions, uint64_t class, void *exception, void *context) {
    struct thread *self = &thread_self;
    struct hook_guard guard;
    if (!(actions & UNWIND_CLEANUP_PHASE) || self->n_callbacks == 0 || !hook_enter(&guard))
        return UNWIND_CONTINUE;
    drop_stale((uintptr_t)__builtin_frame_address(0));
    unsigned n = self->n_callbacks;
    struct object *object =
        n > 0 && n <= THREAD_MAX_CALLBACKS ? drawn_in(&self->callbacks[n - 1]) : NULL;
    if (object) {
        struct thread_callback *top = &self->callbacks[n - 1];
        top->object = object;
        enum callback kind = (enum callback)top->kind;
        struct callback_call call = callback_call_of(kind, object->thunk + callback_place(kind),
                                                     top->self, (void *)top->stack);
        struct site site = {.stack = top->stack_id, .row = UINT16_MAX, .actor = object->consumer};
        struct event event = {.kind = EVENT_THROW,
                              .object = object,
                              .self = top->self,
                              .site = &site,
                              .callback = (int)top->kind,
                              .forced = (actions & UNWIND_FORCED) != 0};
        /* A stream lives on after a read that threw. */
        call.loan.is_lent = call.kind != CALLBACK_RELEASE;
        callback_take_back(&call.loan);
        forget_above(n - 1);
        tracker_event(&event);
    } else if (n > 0) {
        self->n_callbacks--;
    }
    hook_leave(&guard);
    return UNWIND_CONTINUE;
}

static const thunk_handler release_only[] = {callback_release};
static const thunk_handler of_stream[] = {callback_release, on_get_schema, on_get_next,
                                          on_get_last_error};
static const thunk_handler of_handler[CALLBACK_MOST_SLOTS] = {async_release,      async_on_schema,
                                                              async_on_next_task, async_on_error,
                                                              async_request,      async_cancel};
static const thunk_handler of_task[] = {async_extract};

#define STREAM(type)                                                                               \
    {                                                                                              \
        4, 4,                                                                                      \
            {offsetof(struct type, release), offsetof(struct type, get_schema),                    \
             offsetof(struct type, get_next), offsetof(struct type, get_last_error)},              \
            of_stream, sizeof(struct type)                                                         \
    }
#define SINGLE(type, member, handlers)                                                             \
    { 1, 1, {offsetof(struct type, member)}, handlers, sizeof(struct type) }

const struct callback_layout callback_layouts[N_KINDS] = {
    [KIND_ARRAY] = SINGLE(ArrowArray, release, release_only),
    [KIND_SCHEMA] = SINGLE(ArrowSchema, release, release_only),
    [KIND_STREAM] = STREAM(ArrowArrayStream),
    [KIND_DEVICE_ARRAY] = SINGLE(ArrowDeviceArray, array.release, release_only),
    [KIND_DEVICE_STREAM] = STREAM(ArrowDeviceArrayStream),
    [KIND_ASYNC_HANDLER] = {CALLBACK_MOST_MEMBERS,
                            CALLBACK_MOST_SLOTS,
                            {offsetof(struct ArrowAsyncDeviceStreamHandler, release),
                             offsetof(struct ArrowAsyncDeviceStreamHandler, on_schema),
                             offsetof(struct ArrowAsyncDeviceStreamHandler, on_next_task),
                             offsetof(struct ArrowAsyncDeviceStreamHandler, on_error)},
                            of_handler,
                            sizeof(struct ArrowAsyncDeviceStreamHandler)},
    [KIND_ASYNC_TASK] = SINGLE(ArrowAsyncTask, extract_data, of_task),
};
