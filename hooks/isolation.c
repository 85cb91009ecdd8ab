/* isolation: writes `buffers`, and turns accesses into events. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "hooks/isolation.h"

#include "hooks/handover.h"
#include "hooks/hook.h"
#include "report/base/peek.h"
#include "report/base/thread.h"
#include "report/module.h"
#include "tracker/tracker.h"

static uintptr_t struct_of(const struct object *object, uintptr_t self) {
    return object->parent && !object->moved_out ? object->place : self;
}

static void *member_of(uintptr_t self) {
    return (void *)(self + offsetof(struct ArrowArray, buffers));
}

static void say(enum event_kind kind, const struct isolate_access *access,
                const struct site *site) {
    struct event event = {.kind = kind,
                          .object = access->object,
                          .self = access->object ? access->object->address : 0,
                          .site = site,
                          .access = access};
    tracker_event(&event);
}

void isolation_typed(struct object *array, const struct site *site) {
    struct isolate_access access;
    if (LIKELY(!isolate_is_on()))
        return;
    struct isolated *first = isolate_copy(array, &access);
    for (struct isolated *one = first; one; one = one->next) {
        const void *list = one->list;
        if (one->n_copies > 0)
            peek_write(member_of(struct_of(one->object, one->object->address)), &list,
                       sizeof(list));
    }
    if (access.act != ISOLATE_NONE)
        say(EVENT_VERIFY, &access, site);
}

static void put_back_one(struct object *object, uintptr_t self) {
    const void *found, *original;
    if (!object->isolated || peek(&found, member_of(self), sizeof(found)) != 0)
        return;
    original = isolate_original(object, found);
    if (original != found)
        peek_write(member_of(self), &original, sizeof(original));
}

/* What was moved out keeps its copies until its own release. */
static bool stays(const struct object *child) {
    return child->state == STATE_LIVE && !child->moved_out;
}

void isolation_put_back(struct object *object, uintptr_t self) {
    put_back_one(object, self);
    for (struct object *child = object->children; child; child = child->sibling)
        if (stays(child))
            isolation_put_back(child, child->place);
}

static void verify(struct object *object, const struct site *site) {
    struct isolate_access access = isolate_verify(object);
    if (access.act != ISOLATE_NONE)
        say(EVENT_VERIFY, &access, site);
    for (struct object *child = object->children; child; child = child->sibling)
        if (stays(child))
            verify(child, site);
}

void isolation_release(struct object *object, uintptr_t self, const struct site *site) {
    if (LIKELY(!object->isolated))
        return;
    isolation_put_back(object, self);
    verify(object, site);
}

static void tell_access(const struct isolate_access *access, const struct site *site) {
    say(access->is_write ? EVENT_WRITE : EVENT_READ, access, site);
}

bool isolation_concerns(uintptr_t address) {
    return isolate_is_on() && pages_is_ours(address);
}

bool isolation_fault(uintptr_t address, bool is_write, void *ucontext) {
    struct hook_guard guard;
    bool is_new, is_open = false;
    if (!isolation_concerns(address))
        return false;
    if (!hook_enter(&guard))
        return isolate_let_through(address, is_write);
    struct isolate_access access = isolate_find(address, is_write, &is_new);
    if (access.act != ISOLATE_NONE) {
        if (is_new) {
            stack_id stack = stack_capture_context(ucontext);
            struct site site = {
                .stack = stack, .actor = stack_module_of_caller(stack), .row = UINT16_MAX};
            tell_access(&access, &site);
        }
        is_open = isolate_open(address, is_write);
    }
    hook_leave(&guard);
    return is_open;
}

void isolation_touch(const void *bytes, size_t size, bool is_write, uintptr_t caller) {
    struct hook_guard guard;
    uintptr_t from = (uintptr_t)bytes;
    bool is_new;
    if (LIKELY(!pages_is_ours(from)) || !hook_enter(&guard))
        return;
    for (uintptr_t at = from; at - from < size; at = (at | (PAGES_SIZE - 1)) + 1) {
        struct isolate_access access = isolate_find(at, is_write, &is_new);
        if (access.act != ISOLATE_NONE && is_new) {
            struct site site = handover_site(caller, UINT16_MAX);
            tell_access(&access, &site);
        }
        if (access.act != ISOLATE_NONE && !isolate_open(at, is_write))
            break;
    }
    hook_leave(&guard);
}

static void verify_live(struct object *object, void *context) {
    static const struct site nowhere = {.actor = -1, .row = UINT16_MAX};
    if (object->state == STATE_LIVE)
        verify(object, &nowhere);
}

/* Arrays with copies are objects. */
static bool has_no_copies(const struct draft *draft, void *context) {
    (void)draft, (void)context;
    return true;
}

void isolation_end(void) {
    if (isolate_is_on())
        object_each_live(verify_live, has_no_copies, NULL);
}
