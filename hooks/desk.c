/* desk: the list of all desks, and what is brought to them. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "hooks/desk.h"

#include <errno.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "hooks/handover.h"
#include "hooks/hook.h"
#include "hooks/release.h"
#include "hooks/thunk.h"
#include "report/base/lock.h"
#include "report/base/lone.h"
#include "report/base/memory.h"
#include "report/base/thread.h"
#include "report/live.h"
#include "report/module.h"
#include "report/pystack.h"
#include "report/record.h"
#include "tracker/origin.h"
#include "tracker/tracker.h"

#define MOST_DESKS 128
/* Once all are taken it is tried so much less often. */
#define RARELY 64
/* Slots of dead drafts that all desks keep together. */
#define MOST_DEAD 16384
/* Drafts brought at once, and those of one size that a desk keeps free. */
#define STOCK     16
#define MOST_FREE 128

LOCK_DEFINE(desk_lock, LOCK_DESK)

static struct desk *desks;
static _Atomic unsigned n_desks, n_refused;
static _Atomic unsigned most_dead = MOST_DEAD; /* of one desk */

static bool is_running(uint32_t tid) {
    return syscall(SYS_tgkill, getpid(), (pid_t)tid, 0) == 0 || errno != ESRCH;
}

/* A few threads are asked at a time: a process with many short ones finds one soon. */
static struct desk *take_over_locked(uint32_t tid) {
    static struct desk *next;
    for (unsigned i = 0; i < 4; i++) {
        struct desk *desk = next ? next : desks;
        if (!desk)
            return NULL;
        next = desk->next;
        uint32_t owner = atomic_load(&desk->owner);
        if (owner == tid || !is_running(owner))
            return desk;
    }
    return NULL;
}

static struct desk *make_locked(void) {
    struct desk *desk = n_desks < MOST_DESKS ? memory_alloc(sizeof(*desk)) : NULL;
    if (desk) {
        desk->next = desks;
        desks = desk;
        /* Above what handover_call() counts to. */
        desk->n_calls = (uint64_t)(n_desks + 1) << 48;
        atomic_store(&most_dead, MOST_DEAD / ++n_desks);
    }
    return desk;
}

struct desk *desk_open(void) {
    uint32_t tid = thread_id();
    if (thread_self.desk)
        return thread_self.desk;
    if (n_desks == MOST_DESKS && atomic_fetch_add(&n_refused, 1) % RARELY != 0)
        return NULL;
    lock_acquire(&desk_lock);
    struct desk *desk = take_over_locked(tid);
    if (desk)
        desk->taken_at = 0;
    else
        desk = make_locked();
    if (desk)
        atomic_store(&desk->owner, tid);
    lock_release(&desk_lock);
    thread_self.desk = desk;
    return desk;
}

/* A slot for each node, for as long as the draft is not drawn. */
static bool give_slots(struct draft *draft) {
    uint32_t root = thunk_take_run(1), children = draft->n > 1 ? thunk_take_run(draft->n - 1u) : 0;
    if (root == THUNK_NONE || children == THUNK_NONE)
        return false;
    draft->originals = 0;
    for (unsigned i = 0; i < draft->n; i++) {
        draft->nodes[i].slot = i == 0 ? root : children + i - 1;
        draft->nodes[i].thunk = thunk_address(draft->nodes[i].slot);
        struct thunk_slot *slot = thunk_get(draft->nodes[i].slot);
        slot->object = draft_mark(&draft->nodes[i]);
        slot->handler = i == 0 ? release_root : release_child;
    }
    return true;
}

static void let_go(struct desk *desk) {
    struct draft *gone;
    while ((gone = desk->gone)) {
        desk->gone = gone->next;
        draft_let_go(gone);
    }
}

/* More drafts of n nodes. Inside the guard. */
static void stock(struct desk *desk, unsigned n) {
    if (!desk_enter(desk))
        return;
    let_go(desk);
    struct draft *brought = draft_take(n, STOCK);
    bool is_enough = brought;
    for (unsigned i = 0; i < STOCK && !is_enough; i++) {
        struct draft *draft = draft_new(n);
        if (!draft)
            break;
        if (!give_slots(draft)) {
            draft_forget(draft);
            break;
        }
        draft->next = brought;
        brought = draft;
    }
    while (brought) {
        struct draft *next = brought->next;
        desk_put_back(desk, brought);
        brought = next;
    }
    desk_leave(desk);
}

/* They are as old as what the caches hold: what the next one will touch is asked for in time, and
 * of the one behind it what tells what that is. */
static void prefetch(const struct draft *draft) {
    __builtin_prefetch(draft->next, 1);
    __builtin_prefetch((const char *)draft->next + DRAFT_LINE, 1);
    for (unsigned i = 0; i < draft->n; i++)
        __builtin_prefetch(&draft->nodes[i], 1);
    __builtin_prefetch(thunk_get(draft->nodes[0].slot));
    __builtin_prefetch((const void *)draft->nodes[0].thunk);
}

/* The oldest dead one is free again. */
static void recycle(struct desk *desk) {
    struct draft *draft = desk->oldest;
    desk->oldest = draft->next;
    if (draft->next)
        prefetch(draft->next);
    else
        desk->newest = NULL;
    desk->n_dead -= draft->n;
    if (lone_take32(&draft->state, DRAFT_NOTED, DRAFT_FREE)) {
        atomic_store_explicit(&draft->is_kept, false, memory_order_relaxed);
        desk_put_back(desk, draft);
    } else {
        draft->next = desk->gone;
        desk->gone = draft;
    }
}

/* Who releases what others make has more than he needs. */
static void share(struct desk *desk, unsigned n) {
    struct hook_guard guard;
    if (!hook_enter(&guard))
        return;
    if (desk_enter(desk)) {
        for (unsigned i = 0; i < MOST_FREE / 2; i++)
            draft_give(desk_take(desk, n));
        let_go(desk);
        desk_leave(desk);
    }
    hook_leave(&guard);
}

void desk_bury(struct desk *desk, struct draft *draft) {
    if (!desk_enter(desk))
        return;
    unsigned most = atomic_load_explicit(&most_dead, memory_order_relaxed), n = draft->n;
    draft->next = NULL;
    atomic_store_explicit(&draft->is_kept, true, memory_order_relaxed);
    if (desk->newest)
        desk->newest->next = draft;
    else
        desk->oldest = draft;
    desk->newest = draft;
    desk->n_dead += n;
    desk_add(&desk->n_released, 1);
    while (desk->n_dead > most)
        recycle(desk);
    desk_leave(desk);
    if (UNLIKELY(desk->n_free[n] > MOST_FREE))
        share(desk, n);
}

static const struct desk_code *learn_code(struct desk *desk, uintptr_t address) {
    struct desk_code code = {.n_unloads = module_unloads(), .module = module_of(address)};
    if (code.module < 0 || !module_code_around(address, &code.begin, &code.end))
        return NULL;
    hook_watch_frees(address);
    struct desk_code *place = &desk->codes[desk->next_code];
    desk->next_code = (desk->next_code + 1) % DESK_CODES;
    *place = code;
    return place;
}

/* Frames of Python are not found on the stack alone. */
static struct trail_mark *learn(struct desk *desk, const uintptr_t *frame) {
    struct site site = handover_site(frame[1], UINT16_MAX);
    struct trail_mark *mark = NULL;
    if (!pystack_version()[0])
        mark = trail_learn(&desk->trail, frame, site.stack);
    if (!mark) {
        mark = &desk->passing;
        *mark = (struct trail_mark){.stack = site.stack, .actor = site.actor};
    }
    return mark;
}

static void tell(struct trail_mark *mark) {
    record_stack(mark->stack);
    mark->told_in = object_generation() + 1;
}

bool desk_bring(struct desk *desk, struct desk_needs *needs) {
    struct hook_guard guard;
    if (!hook_enter(&guard))
        return false;
    if (!needs->mark)
        needs->mark = learn(desk, needs->frame);
    if (!needs->release && !desk_is_told(needs->mark))
        tell(needs->mark);
    if (needs->release && !needs->code)
        needs->code = learn_code(desk, needs->release);
    if (needs->release && !needs->mark->note)
        needs->mark->note = origin_of(needs->mark->stack, KIND_ARRAY);
    if (needs->code && !desk->free[needs->n])
        stock(desk, needs->n);
    hook_leave(&guard);
    return !desk_lacks(desk, needs);
}

void desk_locate(struct site *site) {
    bool is_near = site->frame && peek_is_on_stack(site->frame);
    struct desk *desk = site->frame && (is_near || peek_is_quick()) ? desk_open() : NULL;
    const struct trail_mark *mark = desk ? trail_find(&desk->trail, site->frame) : NULL;
    if (LIKELY(mark != NULL)) {
        site->stack = mark->stack;
        site->actor = mark->actor;
        return;
    }
    site->stack = stack_capture();
    site->actor = stack_module_of_caller(site->stack);
    /* Asks for the thread's mask, where that is not known: the next call is quick. */
    if ((peek_is_cheap() || is_near) && desk && !pystack_version()[0])
        trail_learn(&desk->trail, site->frame, site->stack);
}

/* What a count has grown by since the last time. */
static uint64_t news(_Atomic uint64_t *count, uint64_t *counted) {
    uint64_t now = atomic_load_explicit(count, memory_order_relaxed), before = *counted;
    *counted = now;
    return now - before;
}

void desk_count(void) {
    lock_acquire(&desk_lock);
    for (struct desk *desk = desks; desk; desk = desk->next) {
        uint64_t seen = news(&desk->n_seen, &desk->seen_counted);
        tracker_count_clean(seen, news(&desk->n_released, &desk->released_counted));
        for (uint16_t row = 0; row < row_count; row++)
            hook_count_more(row, news(&desk->n_row_calls[row], &desk->row_calls_counted[row]));
    }
    lock_release(&desk_lock);
}

void desk_fork_child(void) {
    for (struct desk *desk = desks; desk; desk = desk->next) {
        news(&desk->n_seen, &desk->seen_counted);
        news(&desk->n_released, &desk->released_counted);
        if (desk == thread_self.desk)
            atomic_store(&desk->owner, thread_id());
    }
}
