/* callback: what happens around release, get_schema, get_next and get_last_error of a wrapped
 * object, and what is common to all callbacks (those of the asynchronous interface: async.h).
 *
 * The restore rule (reference: hook-surface.md section 4): the producer's own release stands in the
 * struct while its callback runs, if the field held our thunk; the thunk comes back only while the
 * object lives; no other field is ever written. Neither the guard nor a lock of ours is held while
 * the producer's code runs. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef HOOKS_CALLBACK_H
#define HOOKS_CALLBACK_H

#include "hooks/thunk.h"
#include "report/base/thread.h"
#include "tracker/draft.h"
#include "tracker/event.h"

#define CALLBACK_MOST_MEMBERS 4
#define CALLBACK_MOST_SLOTS   6

/** The callback members of a kind, in slot order: release first (a task's is extract_data). */
struct callback_layout {
    unsigned n;                              /* members */
    unsigned n_slots;                        /* and behind them those of a handler's producer */
    uint16_t offsets[CALLBACK_MOST_MEMBERS]; /* in bytes */
    const thunk_handler *handlers;           /* of each slot */
    uint16_t struct_size;
};

extern const struct callback_layout callback_layouts[N_KINDS];

/** A callback's place among the slots of its object. */
uint32_t callback_place(enum callback kind);

/** A struct whose release shows the producer's own function in place of our thunk while somebody
 * compares it. */
struct callback_loan {
    uintptr_t *place;  /* its release member */
    uintptr_t thunk;   /* what stands there otherwise */
    uintptr_t release; /* the producer's own */
    bool is_lent;
};

/** A loan for the struct at self; nothing happens to one that holds no thunk of ours. */
struct callback_loan callback_loan_of(enum object_kind kind, uintptr_t self);
void callback_lend(struct callback_loan *loan);
/** The thunk comes back, if the producer's own is still there. */
void callback_take_back(const struct callback_loan *loan);

/** One call that came in through a thunk. */
struct callback_call {
    enum callback kind;
    struct thunk_slot *slot; /* of the callback */
    struct object *object;
    struct draft_node *node; /* in place of object until it is drawn */
    uintptr_t self;          /* the struct it was called with */
    uintptr_t frame;         /* of the handler: what the callback runs lies below it */
    uint32_t tid;            /* the thread that keeps an entry for it, 0: none does */
    bool is_as_known;        /* a stream's: its members are what they were when it was last seen */
    struct callback_loan loan;
};
struct callback_call callback_call_of(enum callback kind, uint32_t slot, uintptr_t self,
                                      void *frame);

/** Inside our own code, in a process we do not watch, or when memory ran out: the restore rule
 * alone. */
uintptr_t callback_pass(struct callback_call *call, uintptr_t b, uintptr_t c, uintptr_t d);

/** Tell the tracker that a callback begins, and keep that this thread is inside. False: the call
 * must not reach who wrote it. @event  what else is known of it, or NULL */
bool callback_begin(struct callback_call *call, const struct site *site, const struct event *event);
/** It has returned. */
void callback_end(const struct callback_call *call, const struct site *site, uintptr_t result);

/** The struct at this address is marked released: what a refused call leaves there. */
void callback_mark_released(enum object_kind kind, uintptr_t self);

/** The handler of a release callback, for objects and for nodes of drafts, which it draws. */
uintptr_t callback_release(uintptr_t self, uintptr_t b, uintptr_t c, uintptr_t d, uintptr_t caller,
                           uint32_t slot);

/** callback_x86_64.S: calls function(a, b, c, d); what unwinds through it meets
 * callback_personality(). */
uintptr_t callback_invoke(uintptr_t function, uintptr_t a, uintptr_t b, uintptr_t c, uintptr_t d);
/** The same for function(self). */
void callback_invoke_release(uintptr_t self, uintptr_t function);

/** The producer's release of a node has returned and not all is as it should be: the objects go on.
 * @frame  as the thread's entry for it has it */
void callback_end_drawn(struct draft_node *node, uint32_t slot, uintptr_t self, uintptr_t frame,
                        const struct site *site);

/** What a slot that was given back does when it is called all the same: nothing, said once. */
uintptr_t callback_stale(uintptr_t a, uintptr_t b, uintptr_t c, uintptr_t d, uintptr_t caller,
                         uint32_t slot);

/** False: the calling thread is inside no callback for the struct at this address. Callbacks free
 * much else, so what is asked for each block is little: not even how many entries still hold. */
static inline bool callback_may_be_inside(uintptr_t address) {
    const struct thread_callback *entries = thread_own()->callbacks;
    _Static_assert(THREAD_MAX_CALLBACKS == 5, "each is asked");
    return entries[0].self == address || entries[1].self == address || entries[2].self == address ||
           entries[3].self == address || entries[4].self == address;
}

/** The calling thread is inside one. */
static inline bool callback_is_inside(uintptr_t address) {
    const struct thread *self = thread_own();
    const struct thread_callback *entry = self->callbacks;
    unsigned n = self->n_callbacks <= THREAD_MAX_CALLBACKS ? self->n_callbacks : 0;
    for (; n > 0; n--, entry++)
        if (entry->self == address)
            return true;
    return false;
}

/** free() or its kin was called on such an address. */
void callback_freed(uintptr_t address, uintptr_t caller);

#endif
