/* async: finds the producer and the tasks of a handler, and tells the tracker what its two sides
 * call. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "hooks/async.h"

#include <errno.h>

#include "hooks/callback.h"
#include "hooks/handover.h"
#include "hooks/hook.h"
#include "report/base/peek.h"
#include "report/module.h"
#include "tracker/tracker.h"

/* A producer's callbacks stand behind the handler's own slots. */
enum { FIRST_OF_PRODUCER = CALLBACK_MOST_MEMBERS };

/* The producer's function at this place now leads through our slot; false: it does not. */
static bool replace(uintptr_t place, uintptr_t function, uint32_t slot) {
    uintptr_t thunk = thunk_address(slot);
    if (function == thunk)
        return true;
    uint32_t other = thunk_slot_of(function);
    if (other != THUNK_NONE) {
        struct object *had = thunk_get(other)->object;
        if (!had || draft_marked(had) || had->kind != KIND_ASYNC_HANDLER)
            return false;
        function = thunk_get(other)->original;
    }
    if (!module_is_code(function))
        return false;
    thunk_get(slot)->original = function;
    return peek_write((void *)place, &thunk, sizeof(thunk)) == 0;
}

/* What the handler's producer is; its callbacks are watched from now on. */
static void look_at_producer(const struct object *handler, uintptr_t self, struct event *event) {
    struct ArrowAsyncDeviceStreamHandler copy;
    struct ArrowAsyncProducer producer;
    size_t known = offsetof(struct ArrowAsyncProducer, additional_metadata);
    /* Once it is released the struct may be anything. */
    if (handler->state != STATE_LIVE || peek(&copy, (const void *)self, sizeof(copy)) != 0)
        return;
    uintptr_t at = (uintptr_t)copy.producer;
    event->producer = PRODUCER_MISSING;
    if (!at)
        return;
    event->producer = PRODUCER_UNREADABLE;
    if (peek(&producer, (const void *)at, known) != 0)
        return;
    event->device_type = producer.device_type;
    bool is_watched = replace(at + offsetof(struct ArrowAsyncProducer, request),
                              (uintptr_t)producer.request, handler->thunk + FIRST_OF_PRODUCER) &&
                      replace(at + offsetof(struct ArrowAsyncProducer, cancel),
                              (uintptr_t)producer.cancel, handler->thunk + FIRST_OF_PRODUCER + 1);
    event->producer = is_watched ? PRODUCER_WATCHED : PRODUCER_UNKNOWN;
}

void async_watch_producer(const struct object *handler, uintptr_t self) {
    struct event unused = {0};
    /* A function that takes a handler may have released it already, and its memory be another's. */
    if (handover_object(KIND_ASYNC_HANDLER, self) == handler)
        look_at_producer(handler, self, &unused);
}

/* One call, from where it comes in to where it returns. */
struct passage {
    struct callback_call call;
    struct hook_guard guard;
    struct site site;
    const uintptr_t *arguments; /* three, behind self */
    uintptr_t result;           /* of what was called; EINVAL when nothing was */
};

static bool is_of_handler(enum callback kind) {
    return kind == CALLBACK_RELEASE || kind == CALLBACK_ON_SCHEMA ||
           kind == CALLBACK_ON_NEXT_TASK || kind == CALLBACK_ON_ERROR;
}

static bool is_told(struct passage *passage, uintptr_t caller) {
    struct callback_call *call = &passage->call;
    struct event event = {.is_last = !passage->arguments[0],
                          .n_wanted = (int64_t)passage->arguments[0]};
    if (!call->object)
        return false;
    passage->site = handover_site(caller, UINT16_MAX);
    passage->site.callee = call->slot->original;
    if (is_of_handler(call->kind))
        look_at_producer(call->object, call->self, &event);
    return callback_begin(call, &passage->site, &event);
}

/* False: nothing is left to do but to return the result. */
static bool begin(struct passage *passage, uintptr_t caller) {
    const uintptr_t *arguments = passage->arguments;
    passage->result = EINVAL;
    if (!hook_enter(&passage->guard)) {
        passage->result = callback_pass(&passage->call, arguments[0], arguments[1], arguments[2]);
        return false;
    }
    if (is_told(passage, caller))
        return true;
    if (passage->call.kind == CALLBACK_EXTRACT && arguments[0])
        callback_mark_released(KIND_DEVICE_ARRAY, arguments[0]);
    hook_leave(&passage->guard);
    return false;
}

/* Calls what is behind the thunk. True: it has returned and we may look; end with hook_leave(). */
static bool forward(struct passage *passage) {
    const uintptr_t *arguments = passage->arguments;
    hook_leave(&passage->guard);
    passage->result = callback_invoke(passage->call.slot->original, passage->call.self,
                                      arguments[0], arguments[1], arguments[2]);
    if (!hook_enter(&passage->guard))
        return false;
    callback_end(&passage->call, &passage->site, passage->result);
    return true;
}

static void make_room(void) {
    while (hook_evict(false))
        ;
}

/* The frame of whoever uses it is what the callback runs below. */
#define PASSAGE(kind_, ...)                                                                        \
    {                                                                                              \
        .call = callback_call_of(kind_, slot, self, __builtin_frame_address(0)),                   \
        .arguments = (const uintptr_t[]) {                                                         \
            __VA_ARGS__                                                                            \
        }                                                                                          \
    }

uintptr_t async_release(uintptr_t self, uintptr_t b, uintptr_t c, uintptr_t d, uintptr_t caller,
                        uint32_t slot) {
    struct passage passage = PASSAGE(CALLBACK_RELEASE, b, c, d);
    if (begin(&passage, caller) && forward(&passage)) {
        make_room();
        hook_leave(&passage.guard);
    }
    return 0;
}

uintptr_t async_on_schema(uintptr_t self, uintptr_t schema, uintptr_t c, uintptr_t d,
                          uintptr_t caller, uint32_t slot) {
    struct passage passage = PASSAGE(CALLBACK_ON_SCHEMA, schema, c, d);
    if (!begin(&passage, caller))
        return passage.result;
    if (schema)
        handover_see(KIND_SCHEMA, schema, ROLE_TAKES, &passage.site, passage.call.object);
    if (forward(&passage))
        hook_leave(&passage.guard);
    return passage.result;
}

/* A task is always a new one, but when somebody passes on what another handler was given. */
static struct object *see_task(struct object *handler, uintptr_t self, struct site *site) {
    struct object *known = handover_object(KIND_ASYNC_TASK, self);
    if (known && (known->source == handler || known->state != STATE_LIVE))
        peek_write((void *)(self + offsetof(struct ArrowAsyncTask, extract_data)),
                   &thunk_get(known->thunk)->original, sizeof(uintptr_t));
    return handover_see(KIND_ASYNC_TASK, self, ROLE_GIVES, site, handler);
}

uintptr_t async_on_next_task(uintptr_t self, uintptr_t task, uintptr_t metadata, uintptr_t d,
                             uintptr_t caller, uint32_t slot) {
    struct passage passage = PASSAGE(CALLBACK_ON_NEXT_TASK, task, metadata, d);
    if (!begin(&passage, caller))
        return passage.result;
    struct object *given = task ? see_task(passage.call.object, task, &passage.site) : NULL;
    if (!forward(&passage))
        return passage.result;
    if ((int)passage.result != 0 && given)
        tracker_task_refused(given);
    hook_leave(&passage.guard);
    return passage.result;
}

/* Nothing is looked at once it is back. */
static uintptr_t pass_on(struct passage *passage, uintptr_t caller) {
    if (begin(passage, caller) && forward(passage))
        hook_leave(&passage->guard);
    return 0;
}

uintptr_t async_on_error(uintptr_t self, uintptr_t code, uintptr_t message, uintptr_t metadata,
                         uintptr_t caller, uint32_t slot) {
    struct passage passage = PASSAGE(CALLBACK_ON_ERROR, code, message, metadata);
    return pass_on(&passage, caller);
}

uintptr_t async_request(uintptr_t self, uintptr_t n, uintptr_t c, uintptr_t d, uintptr_t caller,
                        uint32_t slot) {
    struct passage passage = PASSAGE(CALLBACK_REQUEST, n, c, d);
    return pass_on(&passage, caller);
}

uintptr_t async_cancel(uintptr_t self, uintptr_t b, uintptr_t c, uintptr_t d, uintptr_t caller,
                       uint32_t slot) {
    struct passage passage = PASSAGE(CALLBACK_CANCEL, b, c, d);
    return pass_on(&passage, caller);
}

static void see_data(struct passage *passage, uintptr_t out, struct object *target) {
    struct site *site = &passage->site;
    struct object *given =
        handover_see(KIND_DEVICE_ARRAY, out, ROLE_GIVES, site, passage->call.object);
    handover_overwrote(target, given, site);
}

uintptr_t async_extract(uintptr_t self, uintptr_t out, uintptr_t c, uintptr_t d, uintptr_t caller,
                        uint32_t slot) {
    struct passage passage = PASSAGE(CALLBACK_EXTRACT, out, c, d);
    if (!begin(&passage, caller))
        return passage.result;
    struct object *target = out ? handover_target(KIND_DEVICE_ARRAY, out) : NULL;
    if (!forward(&passage))
        return passage.result;
    if ((int)passage.result == 0 && out)
        see_data(&passage, out, target);
    make_room();
    hook_leave(&passage.guard);
    return passage.result;
}
