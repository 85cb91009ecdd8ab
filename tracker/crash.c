/* crash: the event of a crash inside a callback, then a list of what lives. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "tracker/crash.h"

#include "report/base/lock.h"
#include "report/base/thread.h"
#include "tracker/draft.h"
#include "tracker/tell.h"
#include "tracker/tracker.h"

/* More live objects than this are not listed. */
#define MOST 1000

/* A handler that interrupted our own code must not wait for locks of its own thread. */
static bool holds_a_lock(void) {
    for (unsigned rank = LOCK_DRAFT; rank < LOCK_N_RANKS; rank++) {
        const struct lock probe = {.rank = rank};
        if (lock_is_mine(&probe))
            return true;
    }
    return false;
}

struct crash_walk {
    unsigned n_drawn, n_told;
};

static bool is_beyond(const struct draft *draft, void *context) {
    struct crash_walk *walk = context;
    return walk->n_drawn++ >= MOST;
}

static void record_live(struct object *object, void *context) {
    struct crash_walk *walk = context;
    if (walk->n_told++ >= MOST)
        return;
    object_lock(object);
    tell_object_locked(object);
    object_unlock(object);
}

void crash_tell(int signal, stack_id stack) {
    const struct thread *self = &thread_self;
    struct crash_walk walk = {0};
    unsigned n = self->n_callbacks;
    if (holds_a_lock())
        return;
    if (n > 0 && n <= THREAD_MAX_CALLBACKS) {
        const struct thread_callback *inside = &self->callbacks[n - 1];
        struct draft_node *node = draft_marked(inside->object);
        struct object *object = node ? draft_object(node) : inside->object;
        if (!object)
            return;
        const struct site site = {.stack = stack, .actor = object->consumer, .row = UINT16_MAX};
        const struct event event = {.kind = EVENT_CRASH,
                                    .object = object,
                                    .self = inside->self,
                                    .site = &site,
                                    .signal = signal,
                                    .callback = (int)inside->kind};
        tracker_event(&event);
    }
    object_each_live(record_live, is_beyond, &walk);
}
