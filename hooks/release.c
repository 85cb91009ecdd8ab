/* release: the roots and children of drafts, by their thunks and by entry points they share. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "hooks/release.h"

#include "hooks/callback.h"
#include "hooks/desk.h"
#include "hooks/hook.h"
#include "hooks/quick.h"
#include "report/base/lone.h"
#include "report/base/peek.h"
#include "report/live.h"
#include "report/module.h"
#include "report/pystack.h"
#include "tracker/number.h"
#include "tracker/origin.h"
#include "tracker/tracker.h"

static uint64_t timeout_ns;

void release_init(uint64_t callback_timeout_ns) {
    timeout_ns = callback_timeout_ns;
}

static uintptr_t *place_of(uintptr_t self) {
    return (uintptr_t *)(self + offsetof(struct ArrowArray, release));
}

/* Two neighbouring words, compared at once; of any alignment and type in memory. */
typedef uint64_t two_words __attribute__((vector_size(16), aligned(8), may_alias));

static inline int get_two(two_words *values, const void *from) {
#if defined(__x86_64__)
    PEEK_WORD("movdqu %[from], %[to]", [to] "=x"(*values), [from] "m"(*(const two_words *)from));
    return 0;
fault:
    return -EFAULT;
#else
    return peek_copy(values, from, sizeof(*values));
#endif
}

/* What differs in the struct from what was noted of a node with so many children. False: it cannot
 * be read. */
static inline bool read_changes(const struct draft_node *node, uintptr_t n_children,
                                two_words *changes, uintptr_t *others) {
    const struct ArrowArray *now = (const struct ArrowArray *)node->place;
    uintptr_t n_buffers, has_children, dictionary;
    two_words data, code;
    if (peek_get(&n_buffers, &now->n_buffers) || peek_get(&has_children, &now->n_children) ||
        get_two(&data, &now->buffers) || peek_get(&dictionary, &now->dictionary) ||
        get_two(&code, &now->release))
        return false;
    *changes |=
        (data ^ *(const two_words *)&node->buffers) | (code ^ *(const two_words *)&node->thunk);
    *others |= (n_buffers ^ node->n_buffers) | (has_children ^ n_children) | dictionary;
    return true;
}

/* Another's release of it, a copy, a member that was changed: all that is for the long way. */
static inline bool is_as_it_was(const struct draft_node *node, uintptr_t self,
                                uintptr_t n_children) {
    two_words changes = {0, 0};
    uintptr_t others = 0;
    return self == node->place && read_changes(node, n_children, &changes, &others) &&
           (changes[0] | changes[1] | others) == 0;
}

/* Where the handler that this is part of saved its caller's frame pointer: asked for wherever it is
 * wanted, and not kept meanwhile. */
#define FRAME() ((uintptr_t)__builtin_frame_address(0))

/* Runs the producer's release of the struct in place, with a new innermost entry of the thread; the
 * node's step is `during` until somebody draws it. False: what it left is not as it should be, and
 * the entry is still there. The number of entries is put back, not counted down: each step of the
 * next callback waits for it. */
__attribute__((always_inline)) static inline bool run(struct thread *thread, unsigned n,
                                                      struct draft_node *node, uint8_t during,
                                                      uintptr_t original, stack_id stack,
                                                      uint32_t live) {
    struct thread_callback *entry = &thread->callbacks[n];
    uintptr_t place = node->place, release;
    __asm__("" : "+r"(entry)); /* else it is worked out again for each member */
    peek_put(place_of(place), original);
    entry->object = draft_mark(node);
    entry->stack = FRAME();
    entry->self = place;
    entry->kind = CALLBACK_RELEASE;
    entry->live = (uint16_t)live;
    entry->stack_id = stack;
    thread->n_callbacks = (uint16_t)(n + 1);
    callback_invoke_release(place, original);
    /* Freed, its memory is not to be looked at; but then its objects were drawn. */
    if (thread->n_callbacks != n + 1 || entry->stack != FRAME() ||
        atomic_load_explicit(&node->step, memory_order_relaxed) != during ||
        peek_get(&release, place_of(node->place)) != 0 || release == original)
        return false;
    thread->n_callbacks = (uint16_t)n;
    return true;
}

__attribute__((noinline)) static void end_long(struct draft_node *node, uintptr_t caller,
                                               uintptr_t frame) {
    struct draft *draft = draft_of(node);
    struct site site = {.caller = caller,
                        .stack = draft->release_stack,
                        .actor = node->index > 0 ? draft->module : draft->release_actor,
                        .row = UINT16_MAX};
    struct hook_guard guard;
    if (!hook_enter(&guard))
        return;
    callback_end_drawn(node, node->slot, node->place, frame, &site);
    hook_leave(&guard);
}

/* The root that the innermost of the thread's n callbacks releases, with room for another one; NULL
 * when that is another's. */
__attribute__((always_inline)) static inline struct draft *draft_around(const struct thread *thread,
                                                                        unsigned n) {
    if (n - 1 >= THREAD_MAX_CALLBACKS - 1 || thread->guard || !peek_is_quick_for(thread))
        return NULL;
    const struct thread_callback *outer = &thread->callbacks[n - 1];
    struct draft_node *root = draft_marked(outer->object);
    return root && root->index == 0 && outer->stack > FRAME()
               ? (struct draft *)((char *)root - offsetof(struct draft, nodes))
               : NULL;
}

/* False: the long way has it. A part of its caller, whom the program called: so where that was is
 * found on the stack, and not kept meanwhile. */
__attribute__((always_inline)) static inline bool end_child(struct thread *thread, unsigned n,
                                                            struct draft *draft,
                                                            struct draft_node *node,
                                                            uintptr_t original) {
    uint8_t n_released = (uint8_t)(draft->n_released + 1);
    node->released_as = n_released;
    if (!lone_take8(&node->step, DRAFT_LIVE, DRAFT_RELEASED))
        return false;
    draft->n_released = n_released;
    if (!run(thread, n, node, DRAFT_RELEASED, original, draft->release_stack, 0))
        end_long(node, (uintptr_t)__builtin_return_address(0), FRAME());
    return true;
}

uintptr_t release_child(uintptr_t self, uintptr_t b, uintptr_t c, uintptr_t d, uintptr_t caller,
                        uint32_t slot) {
    const struct thunk_slot *entered = thunk_get(slot);
    struct draft_node *node = draft_marked(entered->object);
    struct thread *thread = thread_own();
    unsigned n = thread->n_callbacks;
    struct draft *draft = node ? draft_around(thread, n) : NULL;
    if (!draft || draft != draft_of(node) || !is_as_it_was(node, self, 0) ||
        !end_child(thread, n, draft, node, entered->original))
        return callback_release(self, b, c, d, caller, slot);
    return 0;
}

/* Entry points that children share, each for one function of a producer. */
#define N_SHARED 8
/* So many trees have to go well first. */
#define PROVEN 16

static struct shared {
    _Atomic uintptr_t function;
    _Atomic uint32_t n_good; /* OFF: never again */
} shared[N_SHARED];
#define OFF UINT32_MAX

__attribute__((always_inline)) static inline uintptr_t
release_shared(uintptr_t self, uintptr_t b, uintptr_t c, uintptr_t d, unsigned k);

#define SHARED(k)                                                                                  \
    static uintptr_t shared_##k(uintptr_t self, uintptr_t b, uintptr_t c, uintptr_t d) {           \
        return release_shared(self, b, c, d, k);                                                   \
    }
SHARED(0)
SHARED(1)
SHARED(2)
SHARED(3)
SHARED(4)
SHARED(5)
SHARED(6)
SHARED(7)
static uintptr_t (*const entries[N_SHARED])(uintptr_t, uintptr_t, uintptr_t, uintptr_t) = {
    shared_0, shared_1, shared_2, shared_3, shared_4, shared_5, shared_6, shared_7};

static struct shared *shared_of(uintptr_t function) {
    for (unsigned k = 0; k < N_SHARED; k++)
        if (atomic_load_explicit(&shared[k].function, memory_order_relaxed) == function)
            return &shared[k];
    return NULL;
}

static uintptr_t entry_of(const struct shared *of) {
    return (uintptr_t)entries[of - shared];
}

/* A tree ended well whose children had a thunk each. */
static void prove(uintptr_t function) {
    struct shared *of = shared_of(function);
    uintptr_t none = 0;
    for (unsigned k = 0; k < N_SHARED && !of; k++, none = 0)
        if (atomic_compare_exchange_strong(&shared[k].function, &none, function) ||
            none == function)
            of = &shared[k];
    uint32_t n = of ? atomic_load_explicit(&of->n_good, memory_order_relaxed) : OFF;
    if (n < PROVEN)
        atomic_compare_exchange_strong(&of->n_good, &n, n + 1);
}

/* A place that is marked released was moved out, another's release there is a fault. */
__attribute__((noinline)) static bool are_thunks_there(const struct draft *draft) {
    const struct draft_node *node = &draft->nodes[1], *end = &draft->nodes[draft->n];
    uintptr_t release;
    for (; node < end; node++)
        if (peek_get(&release, place_of(node->place)) != 0 || release != node->thunk)
            return false;
    return true;
}

static inline bool are_in_place(const struct draft *draft, bool *as_they_were) {
    const struct draft_node *node = &draft->nodes[1], *end = &draft->nodes[draft->n];
    two_words changes = {0, 0};
    uintptr_t others = node == end;
    for (; node < end; node++)
        if (!read_changes(node, 0, &changes, &others))
            return false;
    *as_they_were = (changes[0] | changes[1] | others) == 0;
    return *as_they_were || are_thunks_there(draft);
}

static void lend(struct draft *draft, const struct shared *of) {
    uintptr_t entry = entry_of(of);
    atomic_store_explicit(&draft->is_lent, true, memory_order_relaxed);
    const struct draft_node *node = &draft->nodes[1], *end = &draft->nodes[draft->n];
    for (; node < end; node++)
        peek_put(place_of(node->place), entry);
}

void release_take_back(uintptr_t self, uint32_t slot) {
    uintptr_t release, thunk = thunk_address(slot);
    if (peek(&release, place_of(self), sizeof(release)) != 0)
        return;
    for (unsigned k = 0; k < N_SHARED; k++)
        if (release == (uintptr_t)entries[k])
            peek_write(place_of(self), &thunk, sizeof(thunk));
}

/* Not where it lay, or not inside its parent's callback: it goes on by its thunk. */
static uint32_t find_moved(uintptr_t self) {
    struct ArrowArray now;
    if (peek(&now, (const void *)self, sizeof(now)) != 0)
        return THUNK_NONE;
    struct object_members members = {now.buffers,      now.children,  now.dictionary,
                                     now.private_data, now.n_buffers, now.n_children};
    struct draft_node *node = draft_find_lent(self, &members);
    uint32_t slot = node ? node->slot : THUNK_NONE;
    if (node)
        release_take_back(self, slot);
    return slot;
}

__attribute__((noinline)) static uintptr_t release_moved(uintptr_t self, uintptr_t b, uintptr_t c,
                                                         uintptr_t d, uintptr_t caller,
                                                         struct shared *of) {
    struct hook_guard guard;
    uint32_t slot = THUNK_NONE;
    if (hook_enter(&guard)) {
        atomic_store(&of->n_good, OFF);
        slot = find_moved(self);
        hook_leave(&guard);
    }
    if (slot != THUNK_NONE)
        return callback_release(self, b, c, d, caller, slot);
    return callback_invoke(atomic_load(&of->function), self, b, c, d);
}

__attribute__((noinline)) static struct draft_node *search(struct draft *draft, uintptr_t self) {
    for (unsigned i = 1; i < draft->n; i++)
        if (draft->nodes[i].place == self)
            return &draft->nodes[i];
    return NULL;
}

/* The next one in order, mostly. */
static inline struct draft_node *node_at(struct draft *draft, uintptr_t self) {
    struct draft_node *next = &draft->nodes[draft->n_released + 1u];
    if (LIKELY(draft->n_released + 1u < draft->n && next->place == self))
        return next;
    return search(draft, self);
}

static inline uintptr_t release_shared(uintptr_t self, uintptr_t b, uintptr_t c, uintptr_t d,
                                       unsigned k) {
    struct thread *thread = thread_own();
    unsigned n = thread->n_callbacks;
    struct draft *draft = draft_around(thread, n);
    struct draft_node *node = draft ? node_at(draft, self) : NULL;
    uintptr_t function = atomic_load_explicit(&shared[k].function, memory_order_relaxed);
    if (!node || !end_child(thread, n, draft, node, function))
        return release_moved(self, b, c, d, (uintptr_t)__builtin_return_address(0), &shared[k]);
    return 0;
}

static bool begin_root(struct draft *draft, const uintptr_t *frame, struct desk *desk,
                       bool *as_they_were) {
    unsigned n = thread_self.n_callbacks;
    struct draft_node *root = &draft->nodes[0];
    if (n >= THREAD_MAX_CALLBACKS ||
        (n > 0 && thread_self.callbacks[n - 1].stack <= (uintptr_t)frame) ||
        draft->generation != object_generation() || draft->n_unloads != module_unloads() ||
        tracker_has_main_ended() || pystack_is_finalizing() || !are_in_place(draft, as_they_were))
        return false;
    struct desk_needs needs;
    needs.frame = frame;
    needs.release = 0;
    if (!desk_provide(desk, &needs) || !lone_take8(&root->step, DRAFT_LIVE, DRAFT_NOTING))
        return false;
    root->released_as = 0;
    draft->release_stack = needs.mark->stack;
    draft->release_actor = needs.mark->actor;
    draft->release_ns = pace_ns(&desk->pace);
    draft->release_tid = thread_id();
    draft->release_seq = number_steps_after(draft->seq, draft->n);
    /* Who draws it from here on finds all that. */
    return lone_take8(&root->step, DRAFT_NOTING, DRAFT_RELEASING);
}

/* All children were released, and none of this took long. */
static bool ended_well(struct draft *draft, struct desk *desk) {
    return draft->n_released + 1u == draft->n &&
           pace_ns(&desk->pace) - draft->release_ns < timeout_ns &&
           lone_take8(&draft->nodes[0].step, DRAFT_RELEASING, DRAFT_RELEASED);
}

/* For the launcher: whose callback runs. */
static uint32_t show(const struct draft *draft) {
    char name[24];
    if (LIKELY(!live_is_on()))
        return 0;
    return live_enter(object_name_of(KIND_ARRAY, draft->number, name), "release",
                      draft->release_stack);
}

uintptr_t release_root(uintptr_t self, uintptr_t b, uintptr_t c, uintptr_t d, uintptr_t caller,
                       uint32_t slot) {
    const uintptr_t *frame = __builtin_frame_address(0);
    struct thread *thread = thread_own();
    struct draft_node *root = draft_marked(thunk_get(slot)->object);
    struct desk *desk = root ? quick_opened() : NULL;
    struct draft *draft = desk ? draft_of(root) : NULL;
    bool as_they_were;
    if (!draft || atomic_load_explicit(&draft->state, memory_order_acquire) != DRAFT_NOTED ||
        !is_as_it_was(root, self, draft->n - 1u) || !begin_root(draft, frame, desk, &as_they_were))
        return callback_release(self, b, c, d, caller, slot);
    uintptr_t function = as_they_were ? draft->originals : 0;
    struct shared *of = function ? shared_of(function) : NULL;
    bool is_lent = of && atomic_load_explicit(&of->n_good, memory_order_relaxed) == PROVEN;
    if (is_lent)
        lend(draft, of);
    uint32_t live = show(draft);
    if (!run(thread, thread->n_callbacks, root, DRAFT_RELEASING, thunk_get(slot)->original,
             draft->release_stack, live)) {
        end_long(root, caller, (uintptr_t)frame);
    } else if (!ended_well(draft, desk)) {
        if (is_lent)
            atomic_store(&of->n_good, OFF);
        thread->n_callbacks++;
        end_long(root, caller, (uintptr_t)frame);
    } else {
        if (!is_lent && function)
            prove(function);
        if (UNLIKELY(live))
            live_leave(live);
        quick_show(0, -1);
        origin_gone(draft->origin, 0);
        desk_bury(desk, draft);
    }
    return 0;
}
