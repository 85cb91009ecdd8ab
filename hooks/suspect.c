/* suspect: a small table, a place of it owned by the thread whose id stands in it. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "hooks/suspect.h"

#include <stdatomic.h>

#include "report/base/peek.h"
#include "report/base/thread.h"

#define MOST 16

static struct suspect {
    _Atomic uint32_t tid; /* 0: free */
    const struct hook_call *call;
    uintptr_t caller, real; /* of the call, by which it is known again */
    uintptr_t self;
    enum object_kind kind;
    enum handover_role role;
    struct site site;
} suspects[MOST];

static _Atomic unsigned n_noted;

void suspect_note(const struct hook_call *call, enum object_kind kind, enum handover_role role,
                  uintptr_t self, const struct site *site) {
    for (unsigned i = 0; i < MOST; i++) {
        struct suspect *suspect = &suspects[i];
        uint32_t nobody = 0;
        if (!atomic_compare_exchange_strong(&suspect->tid, &nobody, thread_id()))
            continue;
        suspect->call = call;
        suspect->caller = call->caller;
        suspect->real = call->real;
        suspect->self = self;
        suspect->kind = kind;
        suspect->role = role;
        suspect->site = *site;
        atomic_fetch_add(&n_noted, 1);
        return;
    }
}

/* The stack grows down: calls that lie deeper than one that begins or returns are over. */
void suspect_forget(const struct hook_call *call) {
    if (LIKELY(atomic_load_explicit(&n_noted, memory_order_relaxed) == 0))
        return;
    for (unsigned i = 0; i < MOST; i++) {
        struct suspect *suspect = &suspects[i];
        if (atomic_load(&suspect->tid) != thread_id() || (uintptr_t)suspect->call > (uintptr_t)call)
            continue;
        atomic_fetch_sub(&n_noted, 1);
        atomic_store(&suspect->tid, 0);
    }
}

/* A call that was left may be gone from the stack. */
static bool is_inside(const struct suspect *suspect) {
    const struct hook_call *call = suspect->call;
    return peek_equals(&call->caller, &suspect->caller, sizeof(suspect->caller)) &&
           peek_equals(&call->real, &suspect->real, sizeof(suspect->real)) &&
           handover_is_released(suspect->kind, suspect->self);
}

void suspect_crashed(void) {
    for (unsigned i = 0; i < MOST && atomic_load(&n_noted) > 0; i++) {
        struct suspect *suspect = &suspects[i];
        if (atomic_load(&suspect->tid) == thread_id() && is_inside(suspect))
            handover_was_released(suspect->kind, suspect->self, suspect->role, &suspect->site);
    }
}
