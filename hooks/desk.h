/* desk: what a thread has at hand for the short way: drafts with their slots, stacks, code it met.
 *
 * A desk belongs to one thread and is used without a lock between desk_enter() and desk_leave(). A
 * signal handler that runs in between finds it taken and goes the long way; a jump out of there
 * loses a draft at most, as each list changes by one store. The desk of a thread that ended serves
 * another one. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef HOOKS_DESK_H
#define HOOKS_DESK_H

#include "hooks/hook.h"
#include "hooks/pace.h"
#include "hooks/row.h"
#include "report/live.h"
#include "report/module.h"
#include "report/trail.h"
#include "tracker/draft.h"

/** A range of code that release callbacks were met in. */
struct desk_code {
    uintptr_t begin, end;
    int module;
    uint32_t n_unloads; /* module_unloads() then */
};

#define DESK_CODES 4

/** A count that its thread alone changes. */
static inline void desk_add(_Atomic uint64_t *count, uint64_t n) {
    atomic_store_explicit(count, atomic_load_explicit(count, memory_order_relaxed) + n,
                          memory_order_relaxed);
}

struct desk {
    struct desk *next;
    _Atomic uint32_t owner; /* thread id */
    uintptr_t taken_at;     /* stack pointer of who is between enter and leave, 0: nobody */
    struct draft *free[DRAFT_NODES + 1];
    uint32_t n_free[DRAFT_NODES + 1];
    struct draft *oldest, *newest; /* dead, in order: known to be released for a while */
    uint32_t n_dead;               /* their slots */
    struct draft *gone;            /* dead ones that were drawn meanwhile */
    _Atomic uint64_t n_seen, n_released, n_row_calls[ROW_MOST];
    uint64_t seen_counted, released_counted, row_calls_counted[ROW_MOST];
    struct desk_code codes[DESK_CODES];
    unsigned next_code;
    uint64_t n_calls; /* as handover_call() */
    struct pace pace;
    struct trail_mark passing; /* a stack that can't be known again */
    struct trail trail;
};

/** The calling thread's desk, made or taken over if it has none; NULL when there are too many.
 * Inside the guard. */
struct desk *desk_open(void);

/** False: another frame of this thread is at it. */
static inline bool desk_enter(struct desk *desk) {
    uintptr_t here = (uintptr_t)__builtin_frame_address(0);
    /* Who left by a jump was further down. */
    if (desk->taken_at && desk->taken_at >= here)
        return false;
    __atomic_store_n(&desk->taken_at, here, __ATOMIC_RELAXED);
    atomic_signal_fence(memory_order_seq_cst);
    return true;
}
static inline void desk_leave(struct desk *desk) {
    atomic_signal_fence(memory_order_seq_cst);
    __atomic_store_n(&desk->taken_at, 0, __ATOMIC_RELAXED);
}

/** A free draft with slots, as desk_provide() saw to; else NULL. Between enter and leave. */
static inline struct draft *desk_take(struct desk *desk, unsigned n) {
    struct draft *draft = desk->free[n];
    if (draft) {
        desk->free[n] = draft->next;
        desk->n_free[n]--;
    }
    return draft;
}
static inline void desk_put_back(struct desk *desk, struct draft *draft) {
    draft->next = desk->free[draft->n];
    desk->free[draft->n] = draft;
    desk->n_free[draft->n]++;
}

/** The draft's tree is released: known as such until many more are. */
void desk_bury(struct desk *desk, struct draft *draft);

static inline bool desk_is_code(const struct desk_code *code, uintptr_t address) {
    return address >= code->begin && address < code->end;
}

/** What one hook asks for. */
struct desk_needs {
    const uintptr_t *frame;       /* of a function of ours that the program called */
    uintptr_t release;            /* 0, or the callback of what was handed over */
    unsigned n;                   /* nodes of that */
    struct trail_mark *mark;      /* given: its stack; with a release its note is the origin */
    const struct desk_code *code; /* given: the code around release */
};

/** The launcher is shown the callback and finds its stack in the record: in that of each process.
 */
static inline bool desk_is_told(const struct trail_mark *mark) {
    return !live_is_on() || mark->told_in == object_generation() + 1;
}

static inline bool desk_lacks(const struct desk *desk, const struct desk_needs *needs) {
    return !needs->mark || (!needs->release && !desk_is_told(needs->mark)) ||
           (needs->release && (!needs->code || !needs->mark->note || !desk->free[needs->n]));
}

static inline const struct desk_code *desk_code_of(const struct desk *desk, uintptr_t address) {
    for (const struct desk_code *code = desk->codes; code < desk->codes + DESK_CODES; code++)
        if (desk_is_code(code, address) && code->n_unloads == module_unloads())
            return code;
    return NULL;
}

/** Give it, made or captured where it is not at hand. False: that can't be. Outside the guard and
 * of enter and leave. */
bool desk_bring(struct desk *desk, struct desk_needs *needs);
static inline bool desk_provide(struct desk *desk, struct desk_needs *needs) {
    needs->mark = trail_find(&desk->trail, needs->frame);
    needs->code = needs->release ? desk_code_of(desk, needs->release) : NULL;
    return LIKELY(!desk_lacks(desk, needs)) || desk_bring(desk, needs);
}

/** The stack of a runtime's call, and who made it: from the trail where that knows it. Inside the
 * guard. */
void desk_locate(struct site *site);

/** One more call of a row, by this thread. */
static inline void desk_count_call(uint16_t row) {
    struct desk *desk = thread_self.desk;
    if (LIKELY(desk))
        desk_add(&desk->n_row_calls[row], 1);
    else
        hook_count(row);
}

/** Tell hooks and tracker what was counted here so far. */
void desk_count(void);
void desk_fork_child(void);

#endif
