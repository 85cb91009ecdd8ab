/* nowhere: what the argument of a call to address 0 tells. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "hooks/nowhere.h"

#include "hooks/callback.h"
#include "hooks/handover.h"
#include "report/base/peek.h"
#include "tracker/tracker.h"

/* Where another callback is NULL as well nobody can say which one was called. */
static bool only_release_is_null(enum object_kind kind, uintptr_t self) {
    const struct callback_layout *layout = &callback_layouts[kind];
    for (unsigned i = 0; i < layout->n; i++) {
        uintptr_t member;
        if (peek(&member, (const void *)(self + layout->offsets[i]), sizeof(member)) != 0 ||
            (member == 0) != (i == 0))
            return false;
    }
    return true;
}

void nowhere_called(uintptr_t given, stack_id stack) {
    for (enum object_kind kind = 0; kind < KIND_ASYNC_HANDLER; kind++) {
        struct object *object = object_last_at(given, kind);
        if (!object || !only_release_is_null(kind, given))
            continue;
        const int actor = stack_module_of_caller(stack);
        const struct site site = {.stack = stack, .actor = actor, .row = UINT16_MAX};
        const struct event event = {.kind = EVENT_RELEASE_BEGIN,
                                    .object = object,
                                    .self = given,
                                    .site = &site,
                                    .content = CONTENT_RELEASED};
        tracker_event(&event);
        return;
    }
}
