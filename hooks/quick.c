/* quick: desks, and the two ends of a clean life. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "hooks/quick.h"

#include <errno.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "hooks/callback.h"
#include "hooks/desk.h"
#include "hooks/hook.h"
#include "hooks/row.h"
#include "report/base/memory.h"
#include "report/base/peek.h"
#include "report/base/thread.h"
#include "report/live.h"
#include "report/module.h"
#include "report/pystack.h"
#include "tracker/draft.h"
#include "tracker/order.h"
#include "tracker/origin.h"
#include "tracker/pair.h"
#include "tracker/tracker.h"

/* A coarse clock may be so much behind. */
#define CLOCK_SLACK_NS 20000000u

static bool is_on;
static uint64_t timeout_ns;

void quick_init(bool on, uint64_t callback_timeout_ns) {
    is_on = on;
    timeout_ns = callback_timeout_ns;
}

/* The thread's desk while nothing speaks against the short way. */
static struct desk *ready(void) {
    struct desk *desk = thread_self.desk;
    bool is_plain = hook_is_settled() && peek_is_quick() && !live_is_on();
    return desk && is_plain && !order_is_active() ? desk : NULL;
}

/* What a form gives and nothing else: all of it can be seen afterwards. */
static bool only_gives(const struct call_form *form) {
    for (unsigned i = 0; i < CALL_MAX_CLAUSES && form->clauses[i].verb; i++) {
        const struct call_clause *clause = &form->clauses[i];
        if (clause->verb != CALL_GIVES || clause->handle || clause->indirect || clause->maybe ||
            clause->argument == CALL_RESULT)
            return false;
    }
    return form->clauses[0].verb == CALL_GIVES;
}

static uintptr_t place_of(const struct hook_call *call, const struct call_clause *clause) {
    return call->arguments[clause->argument - 1];
}

static bool read_release(const struct call_clause *clause, uintptr_t place, uintptr_t *release) {
    const void *at = (const void *)(place + callback_layouts[clause->kind].offsets[0]);
    return peek_copy(release, at, sizeof(*release)) == 0;
}

bool quick_before(const struct hook_call *call, struct call_passage *passage) {
    const struct call_form *form = &row_forms[call->row];
    uintptr_t release;
    if (!is_on || !call->frame || !only_gives(form) || !ready())
        return false;
    for (unsigned i = 0; i < CALL_MAX_CLAUSES && form->clauses[i].verb; i++) {
        uintptr_t place = passage->places[i] = place_of(call, &form->clauses[i]);
        /* What stands there may be a live struct of ours, which is about to be overwritten. */
        if (place && (!read_release(&form->clauses[i], place, &release) ||
                      thunk_slot_of(release) != THUNK_NONE))
            return false;
    }
    return true;
}

static bool overwrites(const struct call_passage *passage) {
    for (unsigned i = 0; i < CALL_MAX_CLAUSES; i++)
        if (passage->targets[i])
            return true;
    return false;
}

/* One struct of all that could have been filled was; that one is an array. NULL for any other case.
 */
static uintptr_t only_array(const struct hook_call *call, const struct call_form *form) {
    uintptr_t array = 0, release;
    for (unsigned i = 0; i < CALL_MAX_CLAUSES && form->clauses[i].verb; i++) {
        const struct call_clause *clause = &form->clauses[i];
        uintptr_t place = place_of(call, clause);
        if (!place)
            continue;
        if (!read_release(clause, place, &release) ||
            (release && (array || clause->kind != KIND_ARRAY)))
            return 0;
        if (release)
            array = place;
    }
    return array;
}

/* Its members go together as far as they can be judged without its type (tracker/checks/form.c).
 */
static bool is_plain(const struct ArrowArray *array) {
    return (array->length | array->offset | array->n_buffers | array->n_children) >= 0 &&
           array->null_count >= -1 && array->null_count <= array->length && !array->dictionary &&
           (array->buffers || array->n_buffers == 0);
}

static void note(struct draft_node *node, uintptr_t place, const struct ArrowArray *array) {
    node->place = place;
    node->release = (uintptr_t)array->release;
    node->members = (struct object_members){array->buffers, array->children, array->dictionary,
                                            array->private_data};
    node->length = array->length;
    atomic_store_explicit(&node->step, DRAFT_LIVE, memory_order_relaxed);
}

static bool note_children(struct draft *draft, const struct ArrowArray *root,
                          const struct desk_code *code) {
    uintptr_t children[DRAFT_NODES];
    struct ArrowArray child;
    unsigned n = draft->n - 1u;
    if (n > 0 &&
        (!root->children || peek_copy(children, root->children, n * sizeof(children[0])) != 0))
        return false;
    for (unsigned i = 0; i < n; i++) {
        if (peek_copy(&child, (const void *)children[i], sizeof(child)) != 0 || !is_plain(&child) ||
            child.n_children != 0 || !desk_is_code(code, (uintptr_t)child.release))
            return false;
        note(&draft->nodes[i + 1], children[i], &child);
    }
    return true;
}

static void note_site(struct draft *draft, const struct hook_call *call,
                      const struct desk_needs *needs) {
    const struct trail_mark *mark = needs->mark;
    draft->number = object_take_numbers(KIND_ARRAY, draft->n);
    draft->seq = object_take_steps(1);
    draft->time_ns = thread_clock_ns();
    draft->call = handover_call();
    draft->stack = mark->stack;
    draft->actor = mark->actor;
    draft->row = call->row;
    draft->tid = thread_id();
    draft->origin = (struct origin *)mark->note;
    draft->module = needs->code->module;
    draft->n_unloads = needs->code->n_unloads;
    draft->generation = object_generation();
    draft->release_seq = 0;
    draft->n_released = 0;
}

static uintptr_t *release_of(uintptr_t place) {
    return (uintptr_t *)(place + offsetof(struct ArrowArray, release));
}

/* Children first: who sees the root's thunk sees theirs. */
static bool write_thunks(const struct draft *draft) {
    for (unsigned i = draft->n; i-- > 0;) {
        const struct draft_node *node = &draft->nodes[i];
        uintptr_t thunk = thunk_address(draft->slot + i), now;
        thunk_get(draft->slot + i)->original = node->release;
        /* A struct that stands in the tree twice has its thunk by now. */
        if (peek_copy(&now, release_of(node->place), sizeof(now)) == 0 && now == node->release &&
            peek_copy(release_of(node->place), &thunk, sizeof(thunk)) == 0)
            continue;
        while (++i < draft->n)
            peek_copy(release_of(draft->nodes[i].place), &draft->nodes[i].release, sizeof(thunk));
        return false;
    }
    return true;
}

static bool fill(struct draft *draft, const struct hook_call *call, uintptr_t self,
                 const struct ArrowArray *root, const struct desk_needs *needs) {
    if (!note_children(draft, root, needs->code))
        return false;
    note(&draft->nodes[0], self, root);
    note_site(draft, call, needs);
    atomic_store_explicit(&draft->state, DRAFT_NOTED, memory_order_release);
    if (write_thunks(draft))
        return true;
    atomic_store(&draft->state, DRAFT_FREE);
    return false;
}

/* The thread's first structure, and perhaps the process's. */
static struct desk *begin(const struct hook_call *call, const struct call_passage *passage) {
    const struct call_form *form = &row_forms[call->row];
    struct hook_guard guard;
    bool is_given = false;
    if (thread_self.desk || !hook_enter(&guard))
        return NULL;
    for (unsigned i = 0; i < CALL_MAX_CLAUSES && form->clauses[i].verb; i++)
        is_given = is_given || (passage->places[i] &&
                                !handover_is_released(form->clauses[i].kind, passage->places[i]));
    if (is_given && call_succeeded(call)) {
        hook_structures_began();
        tracker_begin();
        desk_open();
    }
    hook_leave(&guard);
    return ready();
}

static bool is_clear(const struct hook_call *call, const struct call_passage *passage) {
    return is_on && call->frame && only_gives(&row_forms[call->row]) && !overwrites(passage) &&
           thread_self.n_ignores == 0 && !pair_has_begun();
}

static bool keep(struct desk *desk, const struct hook_call *call, uintptr_t self,
                 const struct ArrowArray *root) {
    struct desk_needs needs = {.frame = call->frame,
                               .release = (uintptr_t)root->release,
                               .n = 1 + (unsigned)root->n_children};
    if (!desk_provide(desk, &needs) || !desk_enter(desk))
        return false;
    struct draft *draft = desk_take(desk, needs.n);
    bool is_kept = draft && fill(draft, call, self, root, &needs);
    if (is_kept) {
        origin_made(draft->origin);
        atomic_store_explicit(&desk->n_seen, desk->n_seen + 1, memory_order_relaxed);
    } else if (draft) {
        desk_put_back(desk, draft);
    }
    desk_leave(desk);
    return is_kept;
}

bool quick_after(const struct hook_call *call, const struct call_passage *passage) {
    struct ArrowArray root;
    if (!is_clear(call, passage))
        return false;
    struct desk *desk = ready();
    if (UNLIKELY(!desk) && !(desk = begin(call, passage)))
        return false;
    uintptr_t self = call_succeeded(call) ? only_array(call, &row_forms[call->row]) : 0;
    return self && peek_copy(&root, (const void *)self, sizeof(root)) == 0 &&
           thunk_slot_of((uintptr_t)root.release) == THUNK_NONE && is_plain(&root) &&
           root.n_children < DRAFT_NODES && keep(desk, call, self, &root);
}

/* Another's release of it, a copy, a member that was changed: all that is for the long way. */
static bool is_as_it_was(const struct draft_node *node, uintptr_t self, uint32_t slot) {
    struct ArrowArray now;
    return self == node->place && peek_copy(&now, (const void *)self, sizeof(now)) == 0 &&
           (uintptr_t)now.release == thunk_address(slot) && now.buffers == node->members.buffers &&
           now.children == node->members.children && now.dictionary == node->members.dictionary &&
           now.private_data == node->members.private_data;
}

static bool take_step(struct draft_node *node, uint8_t from, uint8_t to) {
    return atomic_compare_exchange_strong(&node->step, &from, to);
}

/* Runs the producer's release. False: what it left is not as it should be, and the thread's entry
 * for it is still there. */
static bool run(struct draft_node *node, uintptr_t original, uintptr_t self,
                const struct thread_callback *entry) {
    struct thread *thread = &thread_self;
    unsigned n = thread->n_callbacks;
    uintptr_t release;
    peek_copy(release_of(self), &original, sizeof(original));
    thread->callbacks[n] = *entry;
    thread->n_callbacks = (uint16_t)(n + 1);
    callback_invoke(original, self, 0, 0, 0);
    bool is_entered = thread->n_callbacks == n + 1 && thread->callbacks[n].stack == entry->stack;
    /* Freed, its memory is not to be looked at; but then its objects were drawn. */
    if (!is_entered || atomic_load_explicit(&node->step, memory_order_relaxed) != DRAFT_RELEASING ||
        peek_copy(&release, release_of(self), sizeof(release)) != 0 || release == original)
        return false;
    return true;
}

static uint64_t coarse_ns(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC_COARSE, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

static struct site release_site(const struct draft *draft, uintptr_t caller) {
    return (struct site){.caller = caller,
                         .stack = draft->release_stack,
                         .actor = draft->release_actor,
                         .row = UINT16_MAX};
}

static void end_long(struct draft_node *node, uint32_t slot, uintptr_t self, uintptr_t frame,
                     uintptr_t caller) {
    struct hook_guard guard;
    if (!hook_return(&guard))
        return;
    struct site site = release_site(draft_of(node), caller);
    if (node->index > 0)
        site.actor = draft_of(node)->module;
    callback_end_drawn(node, slot, self, frame, &site);
    hook_leave(&guard);
}

/* A child in place, released by its parent's callback. */
static bool begin_child(struct draft *draft, struct draft_node *node, uintptr_t frame) {
    unsigned n = thread_self.n_callbacks;
    if (n == 0 || n >= THREAD_MAX_CALLBACKS)
        return false;
    const struct thread_callback *outer = &thread_self.callbacks[n - 1];
    if (outer->object != draft_mark(&draft->nodes[0]) || outer->stack <= frame)
        return false;
    if (atomic_load_explicit(&node->step, memory_order_relaxed) != DRAFT_LIVE)
        return false;
    node->released_as = (uint8_t)(draft->n_released + 1);
    if (!take_step(node, DRAFT_LIVE, DRAFT_RELEASING))
        return false;
    draft->n_released++;
    return true;
}

static void release_child(struct draft *draft, struct draft_node *node, uint32_t slot,
                          uintptr_t self, uintptr_t caller, uintptr_t frame) {
    const struct thread_callback entry = {.object = draft_mark(node),
                                          .stack = frame,
                                          .self = self,
                                          .kind = CALLBACK_RELEASE,
                                          .stack_id = draft->release_stack};
    if (run(node, thunk_get(slot)->original, self, &entry) &&
        take_step(node, DRAFT_RELEASING, DRAFT_RELEASED))
        thread_self.n_callbacks--;
    else
        end_long(node, slot, self, frame, caller);
}

/* A child whose place is marked released was moved out. */
static bool are_children_in_place(const struct draft *draft) {
    uintptr_t release;
    for (unsigned i = 1; i < draft->n; i++)
        if (peek_copy(&release, release_of(draft->nodes[i].place), sizeof(release)) != 0 ||
            release == 0)
            return false;
    return true;
}

static bool are_children_released(const struct draft *draft) {
    for (unsigned i = 1; i < draft->n; i++)
        if (atomic_load_explicit(&draft->nodes[i].step, memory_order_relaxed) != DRAFT_RELEASED)
            return false;
    return true;
}

static bool begin_root(struct draft *draft, const uintptr_t *frame, struct desk *desk) {
    unsigned n = thread_self.n_callbacks;
    struct draft_node *root = &draft->nodes[0];
    if (n >= THREAD_MAX_CALLBACKS ||
        (n > 0 && thread_self.callbacks[n - 1].stack <= (uintptr_t)frame) ||
        draft->generation != object_generation() || draft->n_unloads != module_unloads() ||
        tracker_has_main_ended() || pystack_is_finalizing() || !are_children_in_place(draft))
        return false;
    struct desk_needs needs = {.frame = frame};
    if (!desk_provide(desk, &needs) || !take_step(root, DRAFT_LIVE, DRAFT_RELEASING))
        return false;
    root->released_as = 0;
    draft->release_stack = needs.mark->stack;
    draft->release_actor = needs.mark->actor;
    draft->release_ns = thread_clock_ns();
    draft->release_tid = thread_id();
    __atomic_store_n(&draft->release_seq, object_take_steps(draft->n), __ATOMIC_RELEASE);
    return true;
}

static void release_root(struct draft *draft, struct desk *desk, uint32_t slot, uintptr_t self,
                         uintptr_t caller, uintptr_t frame) {
    struct draft_node *root = &draft->nodes[0];
    uint64_t began = coarse_ns();
    const struct thread_callback entry = {.object = draft_mark(root),
                                          .stack = frame,
                                          .self = self,
                                          .kind = CALLBACK_RELEASE,
                                          .stack_id = draft->release_stack};
    if (!run(root, thunk_get(slot)->original, self, &entry) || !are_children_released(draft) ||
        coarse_ns() - began + CLOCK_SLACK_NS >= timeout_ns ||
        !take_step(root, DRAFT_RELEASING, DRAFT_RELEASED)) {
        end_long(root, slot, self, frame, caller);
        return;
    }
    thread_self.n_callbacks--;
    origin_gone(draft->origin, 0);
    desk_bury(desk, draft);
}

uintptr_t quick_release(uintptr_t self, uintptr_t b, uintptr_t c, uintptr_t d, uintptr_t caller,
                        uint32_t slot) {
    const uintptr_t *frame = __builtin_frame_address(0);
    struct draft_node *node = draft_marked(thunk_get(slot)->object);
    struct desk *desk = node ? ready() : NULL;
    struct draft *draft = desk ? draft_of(node) : NULL;
    if (!draft || atomic_load_explicit(&draft->state, memory_order_acquire) != DRAFT_NOTED ||
        !is_as_it_was(node, self, slot))
        return callback_release(self, b, c, d, caller, slot);
    if (node->index > 0 && begin_child(draft, node, (uintptr_t)frame))
        release_child(draft, node, slot, self, caller, (uintptr_t)frame);
    else if (node->index == 0 && begin_root(draft, frame, desk))
        release_root(draft, desk, slot, self, caller, (uintptr_t)frame);
    else
        return callback_release(self, b, c, d, caller, slot);
    return 0;
}

void quick_count(void) {
    desk_count();
}

void quick_fork_child(void) {
    desk_fork_child();
}
