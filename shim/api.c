/* api: the public calls of arrowdev_check.h. */
/* SPDX-License-Identifier: Apache-2.0 */
#define ARROWDEV_CHECK_IMPLEMENTATION
#include "shim/arrowdev_check.h"

#include "hooks/handover.h"
#include "hooks/hook.h"
#include "report/base/thread.h"
#include "report/record.h"
#include "tracker/checkpoint.h"
#include "tracker/given.h"
#include "tracker/order.h"
#include "tracker/tracker.h"

#define CALLER ((uintptr_t)__builtin_return_address(0))

/* The public numbers are the tracker's own. */
_Static_assert((int)ARROWDEV_CHECK_ARRAY == (int)KIND_ARRAY, "array");
_Static_assert((int)ARROWDEV_CHECK_SCHEMA == (int)KIND_SCHEMA, "schema");
_Static_assert((int)ARROWDEV_CHECK_STREAM == (int)KIND_STREAM, "stream");
_Static_assert((int)ARROWDEV_CHECK_DEVICE_ARRAY == (int)KIND_DEVICE_ARRAY, "device array");
_Static_assert((int)ARROWDEV_CHECK_DEVICE_STREAM == (int)KIND_DEVICE_STREAM, "device stream");

_Static_assert((int)ARROWDEV_CHECK_ASYNC_HANDLER == (int)KIND_ASYNC_HANDLER, "async handler");

static bool is_kind(enum arrowdev_check_kind kind) {
    return (unsigned)kind <= ARROWDEV_CHECK_ASYNC_HANDLER;
}

static void cross(enum handover_role role, enum arrowdev_check_kind kind, const void *structure,
                  uintptr_t caller) {
    struct hook_guard guard;
    if (!structure || !is_kind(kind) || !hook_enter(&guard))
        return;
    struct site site = handover_site(caller, HOOK_ROW_ANNOTATION);
    handover_see((enum object_kind)kind, (uintptr_t)structure, role, &site, NULL);
    hook_leave(&guard);
}

EXPORT int arrowdev_check_is_active(void) {
    struct hook_guard guard;
    if (!hook_enter(&guard))
        return 0;
    hook_leave(&guard);
    return 1;
}

EXPORT void arrowdev_check_gives(enum arrowdev_check_kind kind, void *structure) {
    cross(ROLE_GIVES, kind, structure, CALLER);
}

EXPORT void arrowdev_check_takes(enum arrowdev_check_kind kind, void *structure) {
    cross(ROLE_TAKES, kind, structure, CALLER);
}

EXPORT void arrowdev_check_peeks(enum arrowdev_check_kind kind, void *structure) {
    cross(ROLE_PEEKS, kind, structure, CALLER);
}

EXPORT void arrowdev_check_pair(enum arrowdev_check_kind kind, const void *array,
                                const void *schema) {
    struct hook_guard guard;
    bool is_array = kind == ARROWDEV_CHECK_ARRAY || kind == ARROWDEV_CHECK_DEVICE_ARRAY;
    if (!array || !schema || !is_array || !hook_enter(&guard))
        return;
    struct object *one = handover_object((enum object_kind)kind, (uintptr_t)array);
    struct object *other = handover_object(KIND_SCHEMA, (uintptr_t)schema);
    if (one && other) {
        struct site site = handover_site(CALLER, HOOK_ROW_ANNOTATION);
        tracker_pair(one, other, &site);
    }
    hook_leave(&guard);
}

EXPORT void arrowdev_check_moved(enum arrowdev_check_kind kind, const void *from, void *to) {
    struct hook_guard guard;
    if (!to || !is_kind(kind) || !hook_enter(&guard))
        return;
    struct object *object = handover_object((enum object_kind)kind, (uintptr_t)to);
    if (object) {
        struct site site = handover_site(CALLER, HOOK_ROW_ANNOTATION);
        struct event event = {.kind = EVENT_MOVE,
                              .object = object,
                              .self = (uintptr_t)to,
                              .site = &site,
                              .content = CONTENT_OBJECT};
        tracker_event(&event);
    }
    hook_leave(&guard);
}

EXPORT void arrowdev_check_name(enum arrowdev_check_kind kind, const void *structure,
                                const char *name) {
    struct hook_guard guard;
    if (!structure || !name || !is_kind(kind) || !hook_enter(&guard))
        return;
    struct object *object = handover_object((enum object_kind)kind, (uintptr_t)structure);
    if (object)
        tracker_name(object, name);
    hook_leave(&guard);
}

EXPORT void arrowdev_check_name_queue(const void *queue, const char *name) {
    struct hook_guard guard;
    if (!queue || !name || !hook_enter(&guard))
        return;
    order_stream_named((uintptr_t)queue, name);
    hook_leave(&guard);
}

EXPORT int arrowdev_check_checkpoint(int flags) {
    struct hook_guard guard;
    if (!hook_enter(&guard))
        return 0;
    int n = checkpoint_take((flags & ARROWDEV_CHECK_LIVE) != 0, !(flags & ARROWDEV_CHECK_QUIET));
    hook_leave(&guard);
    return n;
}

EXPORT size_t arrowdev_check_told(char *text, size_t size) {
    struct hook_guard guard;
    if (!text)
        size = 0;
    if (size > 0)
        text[0] = '\0';
    if (!hook_enter(&guard))
        return 0;
    size_t needed = checkpoint_tell(text, size);
    hook_leave(&guard);
    return needed;
}

EXPORT int arrowdev_check_record(int fd) {
    struct hook_guard guard;
    if (!hook_enter(&guard))
        return 0;
    bool is_done = record_copy(fd);
    hook_leave(&guard);
    return is_done;
}

/* Deeper than it can count it stays at the end. */
static void begin(uint8_t *count) {
    if (*count < UINT8_MAX)
        ++*count;
}

static void end(uint8_t *count) {
    if (*count > 0)
        --*count;
}

EXPORT void arrowdev_check_ignore_begin(void) {
    begin(&thread_self.n_ignores);
}

EXPORT void arrowdev_check_ignore_end(void) {
    end(&thread_self.n_ignores);
}

EXPORT void arrowdev_check_allow_copy_begin(const char *reason) {
    begin(&thread_self.n_allowed_copies);
}

EXPORT void arrowdev_check_allow_copy_end(void) {
    end(&thread_self.n_allowed_copies);
}

EXPORT void arrowdev_check_buffer_extent(const void *buffer, size_t size) {
    struct hook_guard guard;
    if (!buffer || !hook_enter(&guard))
        return;
    given_note(buffer, size);
    hook_leave(&guard);
}
