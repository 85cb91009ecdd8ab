/* call: runs the real function of a hooked call with nothing of ours around it, and looks before
 * and after. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "hooks/call.h"

#include "hooks/hook.h"
#include "report/base/peek.h"
#include "tracker/tracker.h"

/* What one call needs from before the real function to after it. */
struct passage {
    struct site site;
    bool has_site;
    struct object *objects[CALL_MAX_CROSSINGS]; /* by crossing: what was taken or given */
    struct object *targets[CALL_MAX_CROSSINGS]; /* live objects at places about to be filled */
    bool was_empty[CALL_MAX_CROSSINGS];         /* a taken struct was released before the call */
};

static struct site *passage_site(struct passage *passage, const struct hook_call *call) {
    if (!passage->has_site) {
        passage->site = handover_site(call->caller, call->row);
        passage->site.callee = call->real;
        passage->has_site = true;
    }
    return &passage->site;
}

static bool succeeded(enum call_success test, const struct hook_call *call) {
    uintptr_t word = 1;
    switch (test) {
    case SUCCESS_STATUS:
        return peek(&word, (const void *)call->arguments[0], sizeof(word)) == 0 && word == 0;
    case SUCCESS_ZERO:
        return (int)call->result == 0;
    case SUCCESS_POINTER:
        return call->result != 0;
    case SUCCESS_TRUE:
        return (call->result & 0xff) != 0;
    case SUCCESS_ALWAYS:
        break;
    }
    return true;
}

/* An array and a schema in one call are a certain pair. */
static void pair(const struct passage *passage) {
    struct object *array = NULL, *schema = NULL;
    for (unsigned i = 0; i < CALL_MAX_CROSSINGS; i++) {
        struct object *object = passage->objects[i];
        if (object && (object->kind == KIND_ARRAY || object->kind == KIND_DEVICE_ARRAY))
            array = object;
        if (object && object->kind == KIND_SCHEMA)
            schema = object;
    }
    if (array && schema)
        tracker_pair(array, schema, &passage->site);
}

static void before(const struct call_form *form, const struct hook_call *call,
                   struct passage *passage) {
    for (unsigned i = 0; i < CALL_MAX_CROSSINGS; i++) {
        const struct call_crossing *crossing = &form->crossings[i];
        uintptr_t self = crossing->argument ? call->arguments[crossing->argument - 1] : 0;
        if (!self)
            continue;
        if (crossing->role == ROLE_GIVES) {
            passage->targets[i] = handover_target(crossing->kind, self);
            continue;
        }
        /* Whether a released struct was refused is known only afterwards. */
        passage->was_empty[i] = handover_is_released(crossing->kind, self);
        if (!passage->was_empty[i])
            passage->objects[i] = handover_see(crossing->kind, self, crossing->role,
                                               passage_site(passage, call), NULL);
    }
    pair(passage);
}

static void after(const struct call_form *form, const struct hook_call *call,
                  struct passage *passage) {
    bool success = succeeded(form->success, call);
    bool gave = false;
    for (unsigned i = 0; i < CALL_MAX_CROSSINGS; i++) {
        const struct call_crossing *crossing = &form->crossings[i];
        uintptr_t self = crossing->argument ? call->arguments[crossing->argument - 1] : 0;
        if (!self)
            continue;
        if (passage->was_empty[i]) {
            struct site *site = passage_site(passage, call);
            site->refused = !success;
            handover_was_released(crossing->kind, self, crossing->role, site);
            site->refused = false;
        }
        if (crossing->role != ROLE_GIVES || !success)
            continue;
        passage->objects[i] =
            handover_see(crossing->kind, self, ROLE_GIVES, passage_site(passage, call), NULL);
        if (passage->objects[i])
            handover_overwrote(passage->targets[i], passage->objects[i], &passage->site);
        gave = true;
    }
    if (gave)
        pair(passage);
}

typedef uintptr_t (*real_fn)(uintptr_t, uintptr_t, uintptr_t, uintptr_t, uintptr_t, uintptr_t,
                             uintptr_t, uintptr_t, uintptr_t, uintptr_t, uintptr_t, uintptr_t,
                             uintptr_t, uintptr_t);

static uintptr_t forward(const struct hook_call *call, uintptr_t real) {
    const uintptr_t *a = call->arguments;
    return ((real_fn)real)(a[0], a[1], a[2], a[3], a[4], a[5], a[6], a[7], a[8], a[9], a[10], a[11],
                           a[12], a[13]);
}

uintptr_t call_run(struct hook_call *call, uintptr_t real) {
    const struct call_form *form = &hook_forms[call->row];
    struct passage passage = {0};
    struct hook_guard guard;
    hook_count(call->row);
    call->real = real;
    if (!form->effect && hook_enter(&guard)) {
        before(form, call, &passage);
        hook_leave(&guard);
    }
    call->result = forward(call, real);
    if (!hook_enter(&guard))
        return call->result;
    if (form->effect)
        form->effect(call);
    else
        after(form, call, &passage);
    hook_leave(&guard);
    return call->result;
}
