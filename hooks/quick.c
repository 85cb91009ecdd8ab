/* quick: desks, and the two ends of a clean life. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "hooks/quick.h"

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

static bool is_on;
static uint64_t timeout_ns;

void quick_init(bool on, uint64_t callback_timeout_ns) {
    is_on = on;
    timeout_ns = callback_timeout_ns;
}

/* The thread's desk, when it was ready() a moment ago. */
static struct desk *still_ready(void) {
    return !thread_self.guard && peek_is_quick() ? thread_self.desk : NULL;
}

/* The thread's desk while nothing speaks against the short way. */
static struct desk *ready(void) {
    struct desk *desk = still_ready();
    bool is_plain = desk && hook_is_settled() && !live_is_on();
    return is_plain && !order_is_active() ? desk : NULL;
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
    return peek_one(release, at) == 0;
}

bool quick_before(const struct hook_call *call) {
    const struct call_form *form = &row_forms[call->row];
    uintptr_t release;
    if (!is_on || !call->frame || !only_gives(form) || !ready())
        return false;
    for (unsigned i = 0; i < CALL_MAX_CLAUSES && form->clauses[i].verb; i++) {
        uintptr_t place = place_of(call, &form->clauses[i]);
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
        if (peek_array(&child, (const void *)children[i]) != 0 || !is_plain(&child) ||
            child.n_children != 0 || !desk_is_code(code, (uintptr_t)child.release))
            return false;
        note(&draft->nodes[i + 1], children[i], &child);
    }
    return true;
}

static void note_site(struct desk *desk, struct draft *draft, const struct hook_call *call,
                      const struct desk_needs *needs) {
    const struct trail_mark *mark = needs->mark;
    draft->number = object_take_numbers(KIND_ARRAY, draft->n);
    draft->seq = object_take_steps(1);
    draft->time_ns = desk_clock_ns(desk);
    draft->call = ++desk->n_calls;
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
        struct thunk_slot *slot = thunk_get(draft->slot + i);
        /* Mostly it is what it was for the tree before, and a line of the cache stays clean. */
        if (slot->original != node->release)
            slot->original = node->release;
        /* A struct that stands in the tree twice has its thunk by now. */
        if (peek_one(&now, release_of(node->place)) == 0 && now == node->release &&
            peek_one(release_of(node->place), &thunk) == 0)
            continue;
        while (++i < draft->n)
            peek_one(release_of(draft->nodes[i].place), &draft->nodes[i].release);
        return false;
    }
    return true;
}

static bool fill(struct desk *desk, struct draft *draft, const struct hook_call *call,
                 uintptr_t self, const struct ArrowArray *root, const struct desk_needs *needs) {
    if (!note_children(draft, root, needs->code))
        return false;
    note(&draft->nodes[0], self, root);
    note_site(desk, draft, call, needs);
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
    if (!hook_enter(&guard))
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

static bool is_clear(void) {
    return thread_self.n_ignores == 0 && !pair_has_begun();
}

static bool keep(struct desk *desk, const struct hook_call *call, uintptr_t self,
                 const struct ArrowArray *root) {
    struct desk_needs needs;
    needs.frame = call->frame;
    needs.release = (uintptr_t)root->release;
    needs.n = 1 + (unsigned)root->n_children;
    if (!desk_provide(desk, &needs) || !desk_enter(desk))
        return false;
    struct draft *draft = desk_take(desk, needs.n);
    bool is_kept = draft && fill(desk, draft, call, self, root, &needs);
    if (is_kept) {
        origin_made(draft->origin);
        desk_add(&desk->n_seen, 1);
    } else if (draft) {
        desk_put_back(desk, draft);
    }
    desk_leave(desk);
    return is_kept;
}

static bool take_in(struct desk *desk, const struct hook_call *call) {
    struct ArrowArray root;
    uintptr_t self = call_succeeded(call) ? only_array(call, &row_forms[call->row]) : 0;
    return self && peek_array(&root, (const void *)self) == 0 &&
           thunk_slot_of((uintptr_t)root.release) == THUNK_NONE && is_plain(&root) &&
           root.n_children < DRAFT_NODES && keep(desk, call, self, &root);
}

bool quick_after(const struct hook_call *call) {
    struct desk *desk = still_ready();
    return desk && is_clear() && take_in(desk, call);
}

bool quick_begin(const struct hook_call *call, const struct call_passage *passage) {
    if (!is_on || !call->frame || thread_self.desk || !only_gives(&row_forms[call->row]) ||
        overwrites(passage) || !is_clear())
        return false;
    struct desk *desk = begin(call, passage);
    return desk && take_in(desk, call);
}

/* Another's release of it, a copy, a member that was changed: all that is for the long way. */
static inline bool is_as_it_was(const struct draft_node *node, uintptr_t self, uint32_t slot) {
    const uintptr_t words[] = {(uintptr_t)node->members.buffers, (uintptr_t)node->members.children,
                               (uintptr_t)node->members.dictionary, thunk_address(slot),
                               (uintptr_t)node->members.private_data};
    _Static_assert(offsetof(struct ArrowArray, buffers) + 32 ==
                       offsetof(struct ArrowArray, private_data),
                   "five neighbours");
    const void *at = (const void *)(self + offsetof(struct ArrowArray, buffers));
    return self == node->place && peek_five(at, words) == 0;
}

static inline bool take_step(struct draft_node *node, uint8_t from, uint8_t to) {
    return atomic_compare_exchange_strong(&node->step, &from, to);
}

/* Runs the producer's release of the struct in place; the node's step is `during` until somebody
 * draws it. False: what it left is not as it should be, and the thread's entry is still there. */
static inline bool run(struct draft_node *node, uint8_t during, uintptr_t original, uintptr_t frame,
                       stack_id stack) {
    struct thread *thread = &thread_self;
    unsigned n = thread->n_callbacks;
    struct thread_callback *entry = &thread->callbacks[n];
    uintptr_t self = node->place, release;
    peek_one(release_of(self), &original);
    entry->object = draft_mark(node);
    entry->stack = frame;
    entry->self = self;
    entry->kind = CALLBACK_RELEASE;
    entry->live = 0;
    entry->stack_id = stack;
    thread->n_callbacks = (uint16_t)(n + 1);
    callback_invoke(original, self, 0, 0, 0);
    /* Freed, its memory is not to be looked at; but then its objects were drawn. */
    if (thread->n_callbacks != n + 1 || entry->stack != frame ||
        atomic_load_explicit(&node->step, memory_order_relaxed) != during ||
        peek_one(&release, release_of(self)) != 0 || release == original)
        return false;
    thread->n_callbacks = (uint16_t)n;
    return true;
}

static void end_long(struct draft_node *node, uint32_t slot, uintptr_t caller, uintptr_t frame) {
    struct draft *draft = draft_of(node);
    struct site site = {.caller = caller,
                        .stack = draft->release_stack,
                        .actor = node->index > 0 ? draft->module : draft->release_actor,
                        .row = UINT16_MAX};
    struct hook_guard guard;
    if (!hook_return(&guard))
        return;
    callback_end_drawn(node, slot, node->place, frame, &site);
    hook_leave(&guard);
}

/* A child in place, released by its parent's callback. */
uintptr_t quick_release_child(uintptr_t self, uintptr_t b, uintptr_t c, uintptr_t d,
                              uintptr_t caller, uint32_t slot) {
    uintptr_t frame = (uintptr_t)__builtin_frame_address(0);
    const struct thunk_slot *entered = thunk_get(slot);
    struct draft_node *node = draft_marked(entered->object);
    unsigned n = thread_self.n_callbacks;
    if (!node || n - 1 >= THREAD_MAX_CALLBACKS - 1 || !still_ready())
        return callback_release(self, b, c, d, caller, slot);
    struct draft_node *root = node - node->index;
    struct draft *draft = draft_of(root);
    const struct thread_callback *outer = &thread_self.callbacks[n - 1];
    if (outer->object != draft_mark(root) || outer->stack <= frame ||
        atomic_load_explicit(&node->step, memory_order_relaxed) != DRAFT_LIVE ||
        !is_as_it_was(node, self, slot))
        return callback_release(self, b, c, d, caller, slot);
    node->released_as = (uint8_t)(draft->n_released + 1);
    if (!take_step(node, DRAFT_LIVE, DRAFT_RELEASED))
        return callback_release(self, b, c, d, caller, slot);
    draft->n_released++;
    if (!run(node, DRAFT_RELEASED, entered->original, frame, draft->release_stack))
        end_long(node, slot, caller, frame);
    return 0;
}

/* A child whose place is marked released was moved out. */
static bool are_children_in_place(const struct draft *draft) {
    uintptr_t release;
    for (unsigned i = 1; i < draft->n; i++)
        if (peek_one(&release, release_of(draft->nodes[i].place)) != 0 || release == 0)
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
    struct desk_needs needs;
    needs.frame = frame;
    needs.release = 0;
    if (!desk_provide(desk, &needs) || !take_step(root, DRAFT_LIVE, DRAFT_RELEASING))
        return false;
    root->released_as = 0;
    draft->release_stack = needs.mark->stack;
    draft->release_actor = needs.mark->actor;
    draft->release_ns = desk_clock_ns(desk);
    draft->release_tid = thread_id();
    __atomic_store_n(&draft->release_seq, object_take_steps(draft->n), __ATOMIC_RELEASE);
    return true;
}

/* A thread that releases what others were handed may have seen no structure yet. */
static struct desk *opened(void) {
    struct hook_guard guard;
    if (UNLIKELY(!thread_self.desk) && !live_is_on() && hook_enter(&guard)) {
        desk_open();
        hook_leave(&guard);
    }
    return ready();
}

uintptr_t quick_release(uintptr_t self, uintptr_t b, uintptr_t c, uintptr_t d, uintptr_t caller,
                        uint32_t slot) {
    const uintptr_t *frame = __builtin_frame_address(0);
    struct draft_node *root = draft_marked(thunk_get(slot)->object);
    struct desk *desk = root ? opened() : NULL;
    struct draft *draft = desk ? draft_of(root) : NULL;
    if (!draft || atomic_load_explicit(&draft->state, memory_order_acquire) != DRAFT_NOTED ||
        !is_as_it_was(root, self, slot) || !begin_root(draft, frame, desk))
        return callback_release(self, b, c, d, caller, slot);
    /* All children were released, and none of this took long. */
    if (!run(root, DRAFT_RELEASING, thunk_get(slot)->original, (uintptr_t)frame,
             draft->release_stack)) {
        end_long(root, slot, caller, (uintptr_t)frame);
    } else if (draft->n_released + 1u != draft->n ||
               desk_clock_ns(desk) - draft->release_ns >= timeout_ns ||
               !take_step(root, DRAFT_RELEASING, DRAFT_RELEASED)) {
        thread_self.n_callbacks++;
        end_long(root, slot, caller, (uintptr_t)frame);
    } else {
        origin_gone(draft->origin, 0);
        desk_bury(desk, draft);
    }
    return 0;
}

void quick_count(void) {
    desk_count();
}

void quick_fork_child(void) {
    desk_fork_child();
}
