/* hook: the rows, a function for each of their instances, and what every hooked call goes through.
 */
/* SPDX-License-Identifier: Apache-2.0 */
/* The rows name functions of libc that our own files may not call. */
#define BASE_OWNS_HOST
#include "hooks/hook.h"

#include <errno.h>

#include "hooks/call.h"
#include "hooks/callback.h"
#include "hooks/handover.h"
#include "report/base/memory.h"
#include "report/base/peek.h"
#include "report/base/thread.h"
#include "report/module.h"
#include "report/pystack.h"
#include "tracker/tracker.h"

enum {
#define ROW(symbol, ...)         ROW_##symbol,
#define EFFECT(symbol, function) ROW_##symbol,
#define FREE(symbol)             ROW_##symbol,
#include "hooks/rows/rows.def"
#undef ROW
#undef EFFECT
#undef FREE
    N_ROWS
};

static _Atomic uintptr_t reals[N_ROWS][HOOK_INSTANCES];
static struct hook_row rows[N_ROWS];

/* Six register arguments and eight words of the stack: any function of integers and pointers, and
 * of small structs by value, is forwarded whole. Words beyond what the caller passed are copied and
 * mean nothing. */
#define PARAMETERS                                                                                 \
    uintptr_t a, uintptr_t b, uintptr_t c, uintptr_t d, uintptr_t e, uintptr_t f, uintptr_t g,     \
        uintptr_t h, uintptr_t i, uintptr_t j, uintptr_t k, uintptr_t l, uintptr_t m, uintptr_t n
#define ARGUMENTS                                                                                  \
    { a, b, c, d, e, f, g, h, i, j, k, l, m, n }

#define FUNCTION(symbol, instance)                                                                 \
    static uintptr_t hook_##symbol##_##instance(PARAMETERS) {                                      \
        struct hook_call call = {.row = ROW_##symbol,                                              \
                                 .caller = (uintptr_t)__builtin_return_address(0),                 \
                                 .arguments = ARGUMENTS};                                          \
        return call_run(&call, atomic_load(&reals[ROW_##symbol][instance]));                       \
    }
/* Called for every free of a module, so it does not go the long way. */
#define FREE_FUNCTION(symbol, instance)                                                            \
    static uintptr_t hook_##symbol##_##instance(uintptr_t a, uintptr_t b, uintptr_t c) {           \
        if (UNLIKELY(thread_self.n_callbacks > 0))                                                 \
            callback_freed(a, (uintptr_t)__builtin_return_address(0));                             \
        return ((uintptr_t(*)(uintptr_t, uintptr_t, uintptr_t))atomic_load(                        \
            &reals[ROW_##symbol][instance]))(a, b, c);                                             \
    }
#define EACH_INSTANCE(WHAT, symbol)                                                                \
    WHAT(symbol, 0)                                                                                \
    WHAT(symbol, 1)                                                                                \
    WHAT(symbol, 2)                                                                                \
    WHAT(symbol, 3)                                                                                \
    WHAT(symbol, 4)                                                                                \
    WHAT(symbol, 5)                                                                                \
    WHAT(symbol, 6)                                                                                \
    WHAT(symbol, 7)
_Static_assert(HOOK_INSTANCES == 8, "EACH_INSTANCE names them");

#define NAME_OF(symbol, instance) (void *)hook_##symbol##_##instance,
#define FUNCTIONS_OF(symbol)                                                                       \
    static void *const functions_##symbol[HOOK_INSTANCES] = {EACH_INSTANCE(NAME_OF, symbol)};

#define ROW(symbol, ...)         EACH_INSTANCE(FUNCTION, symbol) FUNCTIONS_OF(symbol)
#define EFFECT(symbol, function) EACH_INSTANCE(FUNCTION, symbol) FUNCTIONS_OF(symbol)
#define FREE(symbol)             EACH_INSTANCE(FREE_FUNCTION, symbol) FUNCTIONS_OF(symbol)
#include "hooks/rows/rows.def"
#undef ROW
#undef EFFECT
#undef FREE

static struct hook_row rows[N_ROWS] = {
#define ENTRY(symbol, demand)                                                                      \
    [ROW_##symbol] = {.name = #symbol,                                                             \
                      .functions = functions_##symbol,                                             \
                      .reals = reals[ROW_##symbol],                                                \
                      .index = ROW_##symbol,                                                       \
                      .on_demand = demand},
#define ROW(symbol, ...)         ENTRY(symbol, false)
#define EFFECT(symbol, function) ENTRY(symbol, false)
#define FREE(symbol)             ENTRY(symbol, true)
#include "hooks/rows/rows.def"
#undef ROW
#undef EFFECT
#undef FREE
};

#define GIVES(kind_, argument_)                                                                    \
    { .role = ROLE_GIVES, .kind = KIND_##kind_, .argument = argument_ }
#define TAKES(kind_, argument_)                                                                    \
    { .role = ROLE_TAKES, .kind = KIND_##kind_, .argument = argument_ }
#define PEEKS(kind_, argument_)                                                                    \
    { .role = ROLE_PEEKS, .kind = KIND_##kind_, .argument = argument_ }

const struct call_form hook_forms[N_ROWS] = {
#define ROW(symbol, success_, ...)                                                                 \
    [ROW_##symbol] = {.success = SUCCESS_##success_, .crossings = {__VA_ARGS__}},
#define EFFECT(symbol, function) [ROW_##symbol] = {.effect = function},
#define FREE(symbol)
#include "hooks/rows/rows.def"
#undef ROW
#undef EFFECT
#undef FREE
};

/* Open addressing over the rows' names, filled once: a pass over slots asks it for every
 * relocation. */
#define NAME_SLOTS 256
_Static_assert(N_ROWS * 2 < NAME_SLOTS, "keep the table at most half full");
static uint16_t names[NAME_SLOTS]; /* row index + 1 */

static unsigned hash_name(const char *name) {
    unsigned hash = 2166136261u;
    for (; *name; name++)
        hash = (hash ^ (unsigned char)*name) * 16777619u;
    return hash % NAME_SLOTS;
}

static void fill_names(void) {
    for (unsigned row = 0; row < N_ROWS; row++) {
        unsigned slot = hash_name(rows[row].name);
        while (names[slot])
            slot = (slot + 1) % NAME_SLOTS;
        names[slot] = (uint16_t)(row + 1);
    }
}

struct hook_row *hook_find(const char *name) {
    for (unsigned slot = hash_name(name); names[slot]; slot = (slot + 1) % NAME_SLOTS)
        if (strcmp(rows[names[slot] - 1].name, name) == 0)
            return &rows[names[slot] - 1];
    return NULL;
}

struct hook_row *hook_rows(unsigned *n) {
    *n = N_ROWS;
    return rows;
}

void *hook_entry(struct hook_row *row, void *real) {
    for (unsigned i = 0; i < HOOK_INSTANCES; i++) {
        uintptr_t expected = 0;
        if (atomic_compare_exchange_strong(&row->reals[i], &expected, (uintptr_t)real) ||
            expected == (uintptr_t)real)
            return row->functions[i];
    }
    atomic_store(&row->overflowed, true);
    return NULL;
}

bool hook_is_ours(uintptr_t address, uintptr_t *real) {
    for (unsigned row = 0; row < N_ROWS; row++)
        for (unsigned i = 0; i < HOOK_INSTANCES; i++)
            if ((uintptr_t)rows[row].functions[i] == address) {
                *real = atomic_load(&rows[row].reals[i]);
                return true;
            }
    return false;
}

void hook_count(uint16_t row) {
    atomic_fetch_add_explicit(&rows[row].calls, 1, memory_order_relaxed);
}

static struct hook_ops ops;
static struct report_options const *report_options;
static _Atomic bool is_active; /* false: hooks and thunks only pass through */
static _Atomic bool has_begun;
static _Atomic uint64_t watched_modules[16]; /* bit of a module id: its frees are watched */

static void retire(struct object *object) {
    thunk_retire(object);
}

static const char *row_name(uint16_t row) {
    return row < N_ROWS ? rows[row].name : NULL;
}

static const struct tracker_ops for_tracker = {.retire = retire, .row_name = row_name};

void hook_init(const struct hook_ops *given, const struct tracker_options *tracker,
               const struct report_options *report, const char *values_json,
               const char *from_json) {
    ops = *given;
    report_options = report;
    memory_init((size_t)tracker->memory_budget_mb << 20);
    thread_note_process();
    fill_names();
    handover_init();
    thunk_init(callback_stale);
    object_init();
    record_init(report, values_json, from_json);
    tracker_init(tracker, &for_tracker);
    atomic_store(&is_active, true);
}

bool hook_enter(struct hook_guard *guard) {
    guard->saved_errno = errno;
    if (!atomic_load_explicit(&is_active, memory_order_relaxed) || thread_self.guard)
        return false;
    /* What follows costs system calls; inside a callback its thunk has done it. */
    if (thread_self.n_callbacks == 0) {
        if (!thread_is_own_process()) {
            errno = guard->saved_errno;
            return false;
        }
        peek_forget_mask();
    }
    thread_self.guard = 1;
    ops.rescan();
    return true;
}

void hook_leave(const struct hook_guard *guard) {
    thread_self.guard = 0;
    errno = guard->saved_errno;
}

/* Rows that a slot or a look-up of this process leads to. */
static unsigned count_active(void) {
    unsigned n = 0;
    for (unsigned row = 0; row < N_ROWS; row++)
        n += atomic_load(&rows[row].reals[0]) != 0;
    return n;
}

void hook_structures_began(void) {
    if (LIKELY(atomic_load_explicit(&has_begun, memory_order_acquire)))
        return;
    /* Two threads may come at once: each step can be taken twice. */
    stack_init((unsigned)report_options->stack_depth, ops.resolve, ops.open);
    pystack_init(ops.resolve);
    record_note_hooks(count_active());
    record_begin();
    if (!atomic_exchange(&has_begun, true))
        ops.structures_began();
}

bool hook_evict(bool force) {
    struct object *object = thunk_evict(force);
    if (object)
        tracker_forget(object);
    return object != NULL;
}

void hook_watch_frees(uintptr_t callback) {
    int module = module_of(callback);
    if (module < 0 || module >= (int)(LENGTH(watched_modules) * 64))
        return;
    uint64_t bit = 1ull << (module % 64);
    if (!(atomic_load_explicit(&watched_modules[module / 64], memory_order_relaxed) & bit) &&
        !(atomic_fetch_or(&watched_modules[module / 64], bit) & bit))
        ops.patch_on_demand(callback);
}

/* State of each row, for the report: a hook that was never reached looks like a clean result
 * otherwise. */
static struct record_hook hook_states[N_ROWS];
static const char *limits[4 + N_ROWS];

static const char *state_of(const struct hook_row *row) {
    if (atomic_load(&row->overflowed))
        return "bypassed";
    return atomic_load(&row->reals[0]) ? "active" : "not-present";
}

void hook_activity(struct record_activity *activity) {
    for (unsigned row = 0; row < N_ROWS; row++)
        hook_states[row] = (struct record_hook){.symbol = rows[row].name,
                                                .state = state_of(&rows[row]),
                                                .calls = atomic_load(&rows[row].calls)};
    activity->hooks = hook_states;
    activity->n_hooks = N_ROWS;
    unsigned n = 0;
    limits[n++] = "namespaces made by dlmopen are not watched";
    if (strcmp(stack_unwinder(), "libunwind") != 0)
        limits[n++] = "libunwind was not found: stacks are slower to take or shorter";
    if (handover_cut() > 0)
        limits[n++] =
            "children beyond a depth of 64 or beyond a million of one tree are not watched";
    for (unsigned row = 0; row < N_ROWS; row++)
        if (atomic_load(&rows[row].overflowed))
            limits[n++] = rows[row].name;
    activity->limits = limits;
    activity->n_limits = n;
}

bool hook_end(const struct record_exit *how, struct finding_counts *counts) {
    *counts = (struct finding_counts){0};
    if (!record_is_begun())
        return false;
    struct hook_guard guard;
    bool entered = hook_enter(&guard);
    if (!entered && how->signal == 0)
        return false;
    tracker_end(strcmp(how->how, "exit") == 0);
    finding_end();
    struct record_activity activity = {0};
    tracker_activity(&activity);
    hook_activity(&activity);
    bool said = record_end(how, &activity, counts);
    if (entered)
        hook_leave(&guard);
    return said;
}

void hook_main_ended(void) {
    if (record_is_begun())
        tracker_main_ended();
}

void hook_crash(int signal, void *ucontext) {
    struct hook_guard guard;
    if (!record_is_begun())
        return;
    bool entered = hook_enter(&guard);
    stack_id stack = stack_capture_context(ucontext);
    tracker_crash(signal, stack, 0);
    if (entered)
        hook_leave(&guard);
}

void hook_fork_prepare(void) {
    lock_fork_prepare();
}

void hook_fork_parent(void) {
    lock_fork_parent();
}

void hook_fork_child(bool follow) {
    lock_fork_child();
    thread_fork_child();
    thread_note_process();
    finding_fork_child();
    record_fork_child();
    tracker_fork_child();
    thread_self.guard = 0;
    atomic_store(&has_begun, false);
    if (!follow)
        atomic_store(&is_active, false);
}
