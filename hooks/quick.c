/* quick: desks, and the two ends of a clean life. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "hooks/quick.h"

#include "hooks/callback.h"
#include "hooks/desk.h"
#include "hooks/duties.h"
#include "hooks/hook.h"
#include "hooks/row.h"
#include "report/base/lone.h"
#include "report/base/peek.h"
#include "report/base/thread.h"
#include "report/live.h"
#include "report/module.h"
#include "report/pystack.h"
#include "tracker/draft.h"
#include "tracker/number.h"
#include "tracker/origin.h"
#include "tracker/pair.h"
#include "tracker/timeline.h"
#include "tracker/tracker.h"

static bool is_on;

void quick_init(bool on) {
    is_on = on;
}

/* The launcher is shown who is inside a callback: a jump must not leave that behind. */
static bool may_show(void) {
    return !live_is_on() || !hook_may_be_left();
}

/* The thread's desk while nothing speaks against the short way. */
static struct desk *ready(void) {
    struct desk *desk = quick_desk_again();
    bool is_plain = desk && hook_is_settled() && may_show();
    return is_plain && !timeline_is_active() ? desk : NULL;
}

static uintptr_t place_of(const struct hook_call *call, const struct call_clause *clause) {
    return call->arguments[clause->argument - 1];
}

static bool read_release(const struct call_clause *clause, uintptr_t place, uintptr_t *release) {
    const void *at = (const void *)(place + callback_layouts[clause->kind].offsets[0]);
    return peek_get(release, at) == 0;
}

bool quick_before(const struct hook_call *call, uintptr_t *releases) {
    const struct call_form *form = &row_forms[call->row];
    if (!is_on || !call->frame || !form->only_gives || !ready())
        return false;
    for (unsigned i = 0; i < CALL_MAX_CLAUSES && form->clauses[i].verb; i++) {
        uintptr_t place = place_of(call, &form->clauses[i]);
        releases[i] = 0;
        /* What stands there may be a live struct of ours, which is about to be overwritten. */
        if (place && (!read_release(&form->clauses[i], place, &releases[i]) ||
                      thunk_slot_of(releases[i]) != THUNK_NONE))
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
           array->n_buffers <= DRAFT_BUFFERS && (array->buffers || array->n_buffers == 0);
}

static void note(struct draft_node *node, uintptr_t place, const struct ArrowArray *array) {
    node->place = place;
    node->release = (uintptr_t)array->release;
    node->buffers = array->buffers;
    node->children = array->children;
    node->private_data = array->private_data;
    node->n_buffers = (uint8_t)array->n_buffers;
    node->length = array->length;
    atomic_store_explicit(&node->step, DRAFT_LIVE, memory_order_relaxed);
}

/* is_plain() and note() of one without children, each word read once. */
static inline bool note_leaf(struct draft_node *node, uintptr_t place,
                             const struct desk_code *code) {
    const struct ArrowArray *now = (const struct ArrowArray *)place;
    uintptr_t length, n_null, offset, n_buffers, n_children, buffers, children, dictionary, release,
        private_data;
    if (peek_get(&length, &now->length) || peek_get(&n_null, &now->null_count) ||
        peek_get(&offset, &now->offset) || peek_get(&n_buffers, &now->n_buffers) ||
        peek_get(&n_children, &now->n_children) || peek_get(&dictionary, &now->dictionary))
        return false;
    if ((int64_t)(length | offset | n_buffers) < 0 || (int64_t)n_null < -1 ||
        (int64_t)n_null > (int64_t)length || (n_children | dictionary) != 0 ||
        n_buffers > DRAFT_BUFFERS || peek_get(&buffers, &now->buffers) || (!buffers && n_buffers) ||
        peek_get(&children, &now->children) || peek_get(&release, &now->release) ||
        peek_get(&private_data, &now->private_data) || !desk_is_code(code, release))
        return false;
    node->place = place;
    node->release = release;
    node->buffers = (void *)buffers;
    node->children = (void *)children;
    node->private_data = (void *)private_data;
    node->n_buffers = (uint8_t)n_buffers;
    node->length = (int64_t)length;
    atomic_store_explicit(&node->step, DRAFT_LIVE, memory_order_relaxed);
    return true;
}

/* What a loop counts by is its own: each word that is read may be any other, for all that the
 * compiler knows.
 * @all  the release of all of them, 0: not all have the same */
static inline bool note_children(struct draft *draft, const struct ArrowArray *root,
                                 const struct desk_code *code, uintptr_t *all) {
    struct draft_node *first = &draft->nodes[1], *node = first, *end = &draft->nodes[draft->n];
    struct ArrowArray *const *child = root->children;
    uintptr_t place, differing = 0;
    if (node < end && !child)
        return false;
    for (; node < end; node++, child++) {
        if (peek_get(&place, child) != 0 || !note_leaf(node, place, code))
            return false;
        differing |= node->release ^ first->release;
    }
    *all = first < end && !differing ? first->release : 0;
    return true;
}

static void note_site(struct desk *desk, struct draft *draft, const struct hook_call *call,
                      const struct desk_needs *needs) {
    const struct trail_mark *mark = needs->mark;
    draft->number = number_arrays(draft->n);
    draft->seq = number_steps_after(0, 1);
    draft->time_ns = pace_ns(&desk->pace);
    draft->call = ++desk->n_calls;
    draft->stack = mark->stack;
    draft->actor = mark->actor;
    draft->row = call->row;
    draft->tid = thread_id();
    draft->origin = (struct origin *)mark->note;
    draft->module = needs->code->module;
    draft->n_unloads = needs->code->n_unloads;
    draft->generation = object_generation();
    draft->n_released = 0;
    atomic_store_explicit(&draft->is_lent, false, memory_order_relaxed);
}

static uintptr_t *release_of(uintptr_t place) {
    return (uintptr_t *)(place + offsetof(struct ArrowArray, release));
}

/* The slots know what they lead to. Mostly it is what it was for the tree before, and their lines
 * of the cache are let be.
 * @all  what all children lead to, 0: not all to the same */
static void note_originals(struct draft *draft, uintptr_t all) {
    struct draft_node *root = &draft->nodes[0], *node = root + 1, *end = root + draft->n;
    for (; node < end && !(all && all == draft->originals); node++)
        thunk_get(node->slot)->original = node->release;
    if (thunk_get(root->slot)->original != root->release)
        thunk_get(root->slot)->original = root->release;
    draft->originals = all;
}

/* Children first: who sees the root's thunk sees theirs. */
static bool write_thunks(const struct draft *draft) {
    const struct draft_node *node = &draft->nodes[draft->n], *first = draft->nodes;
    while (node-- > first) {
        uintptr_t now, *place = release_of(node->place);
        /* A struct that stands in the tree twice has its thunk by now. */
        if (peek_get(&now, place) == 0 && now == node->release && peek_put(place, node->thunk) == 0)
            continue;
        while (++node < &draft->nodes[draft->n])
            peek_put(release_of(node->place), node->release);
        return false;
    }
    return true;
}

static bool fill(struct desk *desk, struct draft *draft, const struct hook_call *call,
                 uintptr_t self, const struct ArrowArray *root, const struct desk_needs *needs) {
    uintptr_t all;
    if (!note_children(draft, root, needs->code, &all))
        return false;
    note(&draft->nodes[0], self, root);
    note_site(desk, draft, call, needs);
    note_originals(draft, all);
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
        quick_show(1, 1);
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
    struct desk *desk = quick_desk_again();
    return desk && is_clear() && take_in(desk, call);
}

bool quick_begin(const struct hook_call *call, const struct call_passage *passage) {
    if (!is_on || !call->frame || thread_self.desk || !row_forms[call->row].only_gives ||
        overwrites(passage) || !is_clear())
        return false;
    struct desk *desk = begin(call, passage);
    return desk && take_in(desk, call);
}

struct desk *quick_opened(void) {
    struct hook_guard guard;
    if (UNLIKELY(!thread_self.desk) && hook_enter(&guard)) {
        desk_open();
        hook_leave(&guard);
    }
    return ready();
}

void quick_count(void) {
    desk_count();
}

void quick_fork_child(void) {
    desk_fork_child();
}
