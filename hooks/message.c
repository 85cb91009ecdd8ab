/* message: a table of texts and their streams. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "hooks/message.h"

#include "hooks/handover.h"
#include "hooks/hook.h"
#include "tracker/tracker.h"

_Atomic uintptr_t message_texts[MESSAGE_MOST];
_Atomic unsigned message_count;
static struct object *_Atomic streams[MESSAGE_MOST];

void message_lend(struct object *stream, uintptr_t text, uintptr_t caller) {
    for (unsigned i = 0; text && i < MESSAGE_MOST; i++) {
        struct object *none = NULL;
        if (!atomic_compare_exchange_strong(&streams[i], &none, stream))
            continue;
        atomic_store(&message_texts[i], text);
        atomic_fetch_add(&message_count, 1);
        hook_watch_frees(caller);
        return;
    }
}

/* Who takes the text gives the place back: the stream's next call, or a free. */
static bool take(unsigned i, uintptr_t text) {
    if (!text || !atomic_compare_exchange_strong(&message_texts[i], &text, 0))
        return false;
    atomic_store(&streams[i], NULL);
    atomic_fetch_sub(&message_count, 1);
    return true;
}

void message_end(const struct object *stream) {
    if (LIKELY(atomic_load_explicit(&message_count, memory_order_relaxed) == 0))
        return;
    for (unsigned i = 0; i < MESSAGE_MOST; i++)
        if (atomic_load(&streams[i]) == stream)
            take(i, atomic_load(&message_texts[i]));
}

void message_freed(uintptr_t address, uintptr_t caller) {
    struct hook_guard guard;
    if (!hook_enter(&guard))
        return;
    for (unsigned i = 0; i < MESSAGE_MOST; i++) {
        struct object *stream = atomic_load(&streams[i]);
        if (!stream || !take(i, address))
            continue;
        struct site site = handover_site(caller, UINT16_MAX);
        struct event event = {.kind = EVENT_FREE,
                              .object = stream,
                              .self = stream->address,
                              .site = &site,
                              .callback = CALLBACK_GET_LAST_ERROR};
        tracker_event(&event);
    }
    hook_leave(&guard);
}
