/* row: the tables made from rows/, and a function for each instance of each row. */
/* SPDX-License-Identifier: Apache-2.0 */
/* The rows name functions of libc that our own files may not call. */
#define BASE_OWNS_HOST
#include "hooks/row.h"

#include "hooks/callback.h"
#include "hooks/meet.h"
#include "hooks/message.h"
#include "hooks/touch.h"
#include "hooks/words.h"
#include "report/base/hash.h"
#include "report/base/thread.h"

/* What a row stands for; each use of rows.def says what HOOK and FREE make of it. */
#define ROW(symbol, success_, ...)                                                                 \
    HOOK(symbol, .success = SUCCESS_##success_, .clauses = {__VA_ARGS__})
#define MANAGED(symbol, success_, ...)                                                             \
    HOOK(symbol, .success = SUCCESS_##success_, .outermost = true, .clauses = {__VA_ARGS__})
#define PREFIX(symbol, success_, ...)                                                              \
    HOOK(symbol, .success = SUCCESS_##success_, .is_prefix = true, .clauses = {__VA_ARGS__})
#define EFFECT(symbol, function) HOOK(symbol, .effect = function)
#define AROUND(symbol, function) HOOK(symbol, .around = function)

enum {
#define HOOK(symbol, ...)  ROW_##symbol,
#define FREE(symbol)       ROW_##symbol,
#define TOUCH(symbol, ...) ROW_##symbol,
#define MEET(symbol, ...)  ROW_##symbol,
#include "hooks/rows/rows.def"
#undef HOOK
#undef FREE
#undef TOUCH
#undef MEET
    N_BUILT_IN
};

static _Atomic uintptr_t reals[N_BUILT_IN][HOOK_INSTANCES];

#define FUNCTION(symbol, instance)                                                                 \
    static uintptr_t hook_##symbol##_##instance(WORDS_PARAMETERS) {                                \
        struct hook_call call = {.row = ROW_##symbol,                                              \
                                 .caller = (uintptr_t)__builtin_return_address(0),                 \
                                 .frame = __builtin_frame_address(0),                              \
                                 .arguments = WORDS_ARGUMENTS};                                    \
        return call_run(&call, atomic_load(&reals[ROW_##symbol][instance]));                       \
    }
typedef uintptr_t (*free_fn)(uintptr_t, uintptr_t, uintptr_t);

__attribute__((noinline)) static uintptr_t free_inside(uintptr_t a, uintptr_t b, uintptr_t c,
                                                       uintptr_t real, uintptr_t caller) {
    if (callback_is_inside(a))
        callback_freed(a, caller);
    if (message_is_lent(a))
        message_freed(a, caller);
    return ((free_fn)real)(a, b, c);
}

/* Called for every free of a module, so it does not go the long way. */
#define FREE_FUNCTION(symbol, instance)                                                            \
    static uintptr_t hook_##symbol##_##instance(uintptr_t a, uintptr_t b, uintptr_t c) {           \
        uintptr_t real =                                                                           \
            atomic_load_explicit(&reals[ROW_##symbol][instance], memory_order_acquire);            \
        if (UNLIKELY(callback_may_be_inside(a) || message_is_lent(a)))                             \
            return free_inside(a, b, c, real, (uintptr_t)__builtin_return_address(0));             \
        return ((free_fn)real)(a, b, c);                                                           \
    }
/* The same: each file that is written passes here. The seventh word is for syscall(): it is copied,
 * as in any other call it is not the callee's but the caller's own. */
#define TOUCH_FUNCTION(symbol, instance)                                                           \
    static uintptr_t hook_##symbol##_##instance(uintptr_t a, uintptr_t b, uintptr_t c,             \
                                                uintptr_t d, uintptr_t e, uintptr_t f,             \
                                                uintptr_t g) {                                     \
        const uintptr_t arguments[] = {a, b, c, d, e, f};                                          \
        touch_before(shape_##symbol, access_##symbol, arguments,                                   \
                     (uintptr_t)__builtin_return_address(0));                                      \
        uintptr_t result =                                                                         \
            ((touched_fn)atomic_load(&reals[ROW_##symbol][instance]))(a, b, c, d, e, f, g);        \
        __asm__ volatile("" ::: "memory"); /* no jump, which would write to the caller's word */   \
        return result;                                                                             \
    }
#define MEET_FUNCTION(symbol, instance)                                                            \
    static uintptr_t hook_##symbol##_##instance(uintptr_t a, uintptr_t b, uintptr_t c,             \
                                                uintptr_t d, uintptr_t e, uintptr_t f) {           \
        uintptr_t caller = (uintptr_t)__builtin_return_address(0);                                 \
        meet_before(leaves_##symbol, a, b, caller);                                                \
        uintptr_t result =                                                                         \
            ((met_fn)atomic_load(&reals[ROW_##symbol][instance]))(a, b, c, d, e, f);               \
        meet_after(enters_##symbol, a, b, caller, (int)result);                                    \
        return result;                                                                             \
    }
typedef uintptr_t (*met_fn)(uintptr_t, uintptr_t, uintptr_t, uintptr_t, uintptr_t, uintptr_t);
typedef uintptr_t (*touched_fn)(uintptr_t, uintptr_t, uintptr_t, uintptr_t, uintptr_t, uintptr_t,
                                uintptr_t);

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

#define HOOK(symbol, ...) EACH_INSTANCE(FUNCTION, symbol) FUNCTIONS_OF(symbol)
#define FREE(symbol)      EACH_INSTANCE(FREE_FUNCTION, symbol) FUNCTIONS_OF(symbol)
#define TOUCH(symbol, shape, access)                                                               \
    static const enum touch_shape shape_##symbol = TOUCH_##shape;                                  \
    static const enum touch_access access_##symbol = TOUCH_##access;                               \
    EACH_INSTANCE(TOUCH_FUNCTION, symbol) FUNCTIONS_OF(symbol)
#define MEET(symbol, leaves, enters)                                                               \
    static const unsigned leaves_##symbol = MEET_##leaves, enters_##symbol = MEET_##enters;        \
    EACH_INSTANCE(MEET_FUNCTION, symbol) FUNCTIONS_OF(symbol)
#include "hooks/rows/rows.def"
#undef HOOK
#undef FREE
#undef TOUCH
#undef MEET

unsigned row_count = N_BUILT_IN;
struct hook_row row_table[ROW_MOST] = {
#define ENTRY(symbol, demand, copies, meets)                                                       \
    [ROW_##symbol] = {.name = #symbol,                                                             \
                      .functions = functions_##symbol,                                             \
                      .n_functions = HOOK_INSTANCES,                                               \
                      .reals = reals[ROW_##symbol],                                                \
                      .index = ROW_##symbol,                                                       \
                      .on_demand = demand,                                                         \
                      .only_isolated = copies,                                                     \
                      .only_threaded = meets},
#define HOOK(symbol, ...)  ENTRY(symbol, false, false, false)
#define FREE(symbol)       ENTRY(symbol, true, false, false)
#define TOUCH(symbol, ...) ENTRY(symbol, false, true, false)
#define MEET(symbol, ...)  ENTRY(symbol, false, false, true)
#include "hooks/rows/rows.def"
#undef HOOK
#undef FREE
#undef TOUCH
#undef MEET
};

/* The words of a clause, as rows.def explains them. */
#define STRUCT(verb_, kind_, argument_, ...)                                                       \
    { .verb = CALL_##verb_, .kind = KIND_##kind_, .argument = argument_, __VA_ARGS__ }
#define GIVES(...)  STRUCT(GIVES, __VA_ARGS__, )
#define TAKES(...)  STRUCT(TAKES, __VA_ARGS__, )
#define PEEKS(...)  STRUCT(PEEKS, __VA_ARGS__, )
#define OFFERS(...) STRUCT(OFFERS, __VA_ARGS__, )
#define TYPES(argument_, ...)                                                                      \
    { .verb = CALL_TYPES, .argument = argument_, __VA_ARGS__ }
#define PART(argument_, whole)                                                                     \
    { .verb = CALL_PART, .argument = argument_, .handle = whole }
#define KIN(argument_, ...)                                                                        \
    { .verb = CALL_KIN, .argument = argument_, __VA_ARGS__ }
#define CLOSES(argument_, ...)                                                                     \
    { .verb = CALL_CLOSES, .argument = argument_, __VA_ARGS__ }
#define RET               CALL_RESULT
#define FROM(argument_)   .handle = argument_, .bond = BOND_USE
#define WITHIN(argument_) .handle = argument_, .bond = BOND_LIFE
#define OF(argument_)     .handle = argument_, .bond = BOND_ALL
#define INDIRECT          .indirect = true
#define OWNED             .owned = true
#define MAYBE             .maybe = true
#define ASK(function)     .ask = function
#define OPTIONAL          .optional = true
#define COLUMNS           .columns = true

struct call_form row_forms[ROW_MOST] = {
#define HOOK(symbol, ...) [ROW_##symbol] = {__VA_ARGS__},
#define FREE(symbol)
#define TOUCH(symbol, ...)
#define MEET(symbol, ...)
#include "hooks/rows/rows.def"
#undef HOOK
#undef FREE
#undef TOUCH
#undef MEET
};

/* Open addressing over the rows' names: a pass over slots asks it for every relocation. */
#define NAME_SLOTS 4096
_Static_assert(ROW_MOST * 2 < NAME_SLOTS, "keep the table at most half full");
_Static_assert(N_BUILT_IN < ROW_MOST, "declared functions need room");
static uint16_t names[NAME_SLOTS]; /* row index + 1 */
static unsigned n_named;

static unsigned hash_name(const char *name) {
    return hash_add(HASH_NONE, name, strlen(name)) % NAME_SLOTS;
}

/* A name that is there already leads on to this row. */
static void add_name(struct hook_row *row) {
    unsigned slot = hash_name(row->name);
    for (; names[slot]; slot = (slot + 1) % NAME_SLOTS) {
        struct hook_row *first = &row_table[names[slot] - 1];
        if (strcmp(first->name, row->name) != 0)
            continue;
        while (first->next)
            first = first->next;
        first->next = row;
        return;
    }
    names[slot] = (uint16_t)(row->index + 1);
}

/* Rows for all names that begin as theirs; and what all of those begin with, which is asked first:
 * of the names that a pass meets hardly any does. */
#define MOST_PREFIXES 64
#define STEM          8
static uint16_t prefixes[MOST_PREFIXES];
static unsigned n_prefixes;
static char stems[4][STEM];
static unsigned n_stems;

static bool has_stem(const char *name) {
    for (unsigned i = 0; i < n_stems; i++)
        if (strncmp(name, stems[i], STEM) == 0)
            return true;
    return false;
}

static void add_prefix(const struct hook_row *row) {
    prefixes[n_prefixes++] = row->index;
    if (!has_stem(row->name))
        memcpy(stems[n_stems++], row->name, STEM);
}

static struct hook_row *find_prefix(const char *name) {
    if (!has_stem(name))
        return NULL;
    for (unsigned i = 0; i < n_prefixes; i++) {
        struct hook_row *row = &row_table[prefixes[i]];
        if (strncmp(name, row->name, strlen(row->name)) == 0)
            return row;
    }
    return NULL;
}

static bool is_isolating, has_thread_clocks;

static bool is_wanted(const struct hook_row *row) {
    return (is_isolating || !row->only_isolated) && (has_thread_clocks || !row->only_threaded);
}

static bool only_gives(const struct call_form *form) {
    for (unsigned i = 0; i < CALL_MAX_CLAUSES && form->clauses[i].verb; i++) {
        const struct call_clause *clause = &form->clauses[i];
        if (clause->verb != CALL_GIVES || clause->handle || clause->indirect || clause->maybe ||
            clause->argument == CALL_RESULT)
            return false;
    }
    return form->clauses[0].verb == CALL_GIVES;
}

static void add_names(void) {
    for (; n_named < row_count; n_named++) {
        row_forms[n_named].only_gives = only_gives(&row_forms[n_named]);
        if (row_forms[n_named].is_prefix)
            add_prefix(&row_table[n_named]);
        else if (is_wanted(&row_table[n_named]))
            add_name(&row_table[n_named]);
    }
}

void row_init(bool isolates, bool is_threaded) {
    is_isolating = isolates;
    has_thread_clocks = is_threaded;
    add_names();
}

struct hook_row *row_add(const struct hook_row *row, const struct call_form *form) {
    if (row_count == ROW_MOST)
        return NULL;
    struct hook_row *added = &row_table[row_count];
    *added = *row;
    added->index = (uint16_t)row_count;
    row_forms[row_count++] = *form;
    add_names();
    return added;
}

struct hook_row *row_find(const char *name) {
    for (unsigned slot = hash_name(name); names[slot]; slot = (slot + 1) % NAME_SLOTS)
        if (strcmp(row_table[names[slot] - 1].name, name) == 0)
            return &row_table[names[slot] - 1];
    return find_prefix(name);
}
