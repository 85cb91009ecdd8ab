/* memory: allocations come and go; their segments keep what happened to the bytes. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "tracker/memory.h"

#include "report/base/memory.h"
#include "tracker/access.h"
#include "tracker/hold.h"
#include "tracker/host.h"
#include "tracker/nested.h"
#include "tracker/syncevent.h"

struct allocation {
    UT_hash_handle hh; /* by what.base, while it lives */
    struct memory_what what;
    struct clock
        freed;       /* dead: what the stream of its free had done, empty for a synchronous one */
    uint32_t n_dead; /* dead: segments that still name it */
};

/* Freed memory whose users are still looked for; beyond that the next is forgotten at once. */
#define MOST_DEAD 65536u

static struct allocation *live; /* by base */
static uint32_t n_dead;

static struct allocation *find(uintptr_t base) {
    struct allocation *allocation;
    HASH_FIND(hh, live, &base, sizeof(base), allocation);
    return allocation;
}

static void let_go(struct allocation *allocation) {
    if (allocation->n_dead > 0)
        return;
    clock_free(&allocation->freed);
    memory_free(allocation, sizeof(*allocation));
}

static void remove_segment(struct segment *segment) {
    struct allocation *dead = segment->is_dead ? segment->allocation : NULL;
    segment_remove(segment);
    if (!dead)
        return;
    n_dead--;
    dead->n_dead--;
    let_go(dead);
}

/* What was there before is another generation's; dead segments are never cut. */
static void clear(uintptr_t low, uintptr_t high) {
    segment_cut(low, high);
    struct segment *next, *segment = segment_from(low);
    for (; segment && segment->low < high; segment = next) {
        next = segment_after(segment);
        remove_segment(segment);
    }
}

static struct allocation *add(const struct memory_what *what) {
    struct allocation *allocation = memory_alloc(sizeof(*allocation));
    if (!allocation)
        return NULL;
    allocation->what = *what;
    HASH_ADD(hh, live, what.base, sizeof(what->base), allocation);
    if (allocation->hh.tbl)
        return allocation;
    memory_free(allocation, sizeof(*allocation));
    return NULL;
}

static void forget(struct allocation *allocation) {
    HASH_DELETE(hh, live, allocation);
    let_go(allocation);
}

/* Two that overlap cannot both live: the free of the older one was not seen. */
static bool appear_locked(const struct memory_what *what) {
    struct allocation *old = find(what->base);
    if (!what->size || what->base + what->size < what->base)
        return false;
    clear(what->base, what->base + what->size);
    if (old)
        forget(old);
    struct allocation *allocation = add(what);
    bool is_kept = allocation && segment_fill(what->base, what->base + what->size, allocation);
    if (!is_kept)
        timeline_dropped();
    return is_kept;
}

void memory_appears(const struct memory_what *what) {
    timeline_lock();
    appear_locked(what);
    timeline_unlock();
}

/* The allocator itself orders an allocation after the frees of all that it overlaps. */
static void follow_frees(struct timeline *timeline, uintptr_t low, uintptr_t high) {
    for (const struct segment *segment = segment_from(low); segment && segment->low < high;
         segment = segment_after(segment))
        if (segment->is_dead && segment->allocation->freed.n)
            timeline_absorb(timeline, &segment->allocation->freed);
}

static struct access_by by_op(struct order_op *op) {
    return (struct access_by){.point = op->point,
                              .clock = &op->timeline->clock,
                              .timeline = op->timeline,
                              .site = op->site,
                              .acts = &op->acts};
}

void memory_appears_on(struct order_op *op, const struct memory_what *what) {
    if (!op->timeline)
        return;
    timeline_lock();
    follow_frees(op->timeline, what->base, what->base + what->size);
    if (appear_locked(what)) {
        struct access_by by = by_op(op);
        access_allocate(&by, what->base, what->base + what->size);
    }
    timeline_unlock();
}

/* Ends */

struct ending {
    struct allocation *allocation;
    struct access_by by; /* its timeline is NULL for a synchronous free */
    struct freed freed;
};

static bool is_held_certainly(const struct segment *segment, const struct grip **newest) {
    const struct grip *grip = hold_newest(segment);
    while (grip && !grip->is_certain)
        grip = hold_older(grip);
    *newest = grip;
    return grip;
}

/* The arrays whose release callback frees it. @return there was one */
static bool note_releasing(const struct ending *ending, const struct segment *segment) {
    bool is_releasing = false;
    struct freed freed = ending->freed;
    freed.low = segment->low;
    freed.high = segment->high;
    for (const struct grip *grip = segment->grips; grip; grip = grip->next)
        if (grip->hold->is_releasing && grip->is_certain) {
            is_releasing = true;
            hold_note_freed(grip->hold, &freed);
        }
    return is_releasing;
}

static void free_held(struct ending *ending, struct segment *segment, const struct grip *newest) {
    struct act *act =
        hold_act(newest->hold, ending->by.acts, CHECK_BUFFER_FREED_WHILE_HELD, SEVERITY_ERROR);
    if (act) {
        act->own = ending->by.deed;
        act->other = newest->hold->handed;
    }
    segment->number = 0;
    segment_drop_grips(segment, NULL);
}

static void end_segment(struct ending *ending, struct segment *segment) {
    const struct grip *newest;
    bool is_releasing = note_releasing(ending, segment);
    if (is_held_certainly(segment, &newest))
        free_held(ending, segment, newest);
    else if (!is_releasing && segment->allocation->what.kind != MEMORY_COUNTED)
        access_reuse(&ending->by, segment,
                     ending->by.timeline ? CHECK_FREE_ON_UNORDERED_STREAM
                                         : CHECK_REUSE_BEFORE_WORK_DONE,
                     true);
    segment_drop_remnants(segment);
    segment_drop_writes(segment);
    if (n_dead >= MOST_DEAD && !segment->grips) {
        segment_remove(segment);
        return;
    }
    segment->is_dead = true;
    ending->allocation->n_dead++;
    n_dead++;
}

static void end_locked(struct allocation *allocation, struct ending *ending) {
    uintptr_t high = allocation->what.base + allocation->what.size;
    ending->allocation = allocation;
    if (UNLIKELY(nested_most() > 0))
        nested_forget(allocation->what.base, high);
    ending->freed.is_pool = allocation->what.kind == MEMORY_POOL;
    if (ending->by.timeline)
        timeline_copy(&allocation->freed, ending->by.clock);
    struct segment *next, *segment = segment_from(allocation->what.base);
    for (; segment && segment->low < high; segment = next) {
        next = segment_after(segment);
        if (!segment->is_dead)
            end_segment(ending, segment);
    }
    forget(allocation);
}

void memory_vanishes(uintptr_t base, const struct site *site) {
    struct act *acts = NULL;
    timeline_lock();
    struct allocation *allocation = find(base);
    if (allocation) {
        struct ending ending = {
            .by = {.clock = host_clock(), .acts = &acts, .deed = act_deed(DEED_FREE, 0, site)},
            .freed = {.clock = *host_clock()}};
        end_locked(allocation, &ending);
    }
    timeline_unlock();
    act_report(&acts, site);
}

void memory_vanishes_on(struct order_op *op, uintptr_t base) {
    if (!op->timeline)
        return;
    timeline_lock();
    struct allocation *allocation = find(base);
    if (allocation) {
        struct ending ending = {.by = by_op(op),
                                .freed = {.on_stream = true, .clock = op->timeline->clock}};
        ending.by.deed = act_deed(DEED_FREE, op->timeline->stream, op->site);
        end_locked(allocation, &ending);
    }
    timeline_unlock();
}

/* Contexts take with them what is allocated in them, but for pools and mapped memory. */

static bool dies_with(const struct allocation *allocation, uint64_t context) {
    enum memory_kind kind = allocation->what.kind;
    return allocation->what.context == context &&
           (kind == MEMORY_DEVICE || kind == MEMORY_MANAGED || kind == MEMORY_PINNED);
}

static bool has_bytes_in(const struct hold *hold, uint64_t context) {
    for (unsigned i = 0; i < hold->n_spans; i++) {
        const struct span *span = &hold->spans[i];
        const struct segment *segment = segment_from(span->low);
        for (; segment && segment->low < span->high; segment = segment_after(segment))
            if (span->is_certain && segment->allocation && !segment->is_dead &&
                dies_with(segment->allocation, context))
                return true;
    }
    return false;
}

static void say_held(uint64_t context, const struct deed *deed, struct act **acts) {
    for (const struct hold *hold = hold_first(); hold; hold = hold->hh.next) {
        const struct syncevent *event = hold->event;
        bool has_event = event && !event->is_gone && event->context == context;
        if (hold->is_releasing || (!has_event && !has_bytes_in(hold, context)))
            continue;
        struct act *act = hold_act(hold, acts, CHECK_CONTEXT_DESTROYED_WHILE_HELD, SEVERITY_ERROR);
        if (!act)
            continue;
        act->own = *deed;
        act->other = hold->handed;
    }
}

/* What was said of the context is not said of each buffer again. */
static void end_with_context(struct allocation *allocation) {
    uintptr_t high = allocation->what.base + allocation->what.size;
    clear(allocation->what.base, high);
    forget(allocation);
}

void memory_end_context(uint64_t context, const struct site *site, struct act **acts) {
    struct allocation *allocation, *next;
    const struct deed deed = act_deed(DEED_FREE, 0, site);
    say_held(context, &deed, acts);
    HASH_ITER(hh, live, allocation, next)
    if (dies_with(allocation, context))
        end_with_context(allocation);
}

void memory_fork_child(void) {
    struct allocation *allocation, *next;
    clear(0, UINTPTR_MAX);
    HASH_ITER(hh, live, allocation, next)
    forget(allocation);
}

/* Questions */

bool memory_at(uintptr_t address, struct memory_what *what) {
    if (!segment_may_hold(address, address + 1))
        return false;
    timeline_lock();
    const struct segment *segment = segment_from(address);
    bool is_known = segment && segment->low <= address && segment->allocation && !segment->is_dead;
    if (is_known)
        *what = segment->allocation->what;
    timeline_unlock();
    return is_known;
}

bool memory_is_watched(uintptr_t address) {
    if (!segment_may_hold(address, address + 1))
        return false;
    timeline_lock();
    const struct segment *segment = segment_from(address);
    bool is_there = segment && segment->low <= address;
    bool is_watched =
        is_there && (segment->is_dead ? segment->number != 0 : segment->allocation != NULL);
    timeline_unlock();
    return is_watched;
}

bool memory_is_tracked(uintptr_t at, uint64_t size) {
    if (!segment_may_hold(at, at + (size ? size : 1)))
        return false;
    timeline_lock();
    const struct segment *segment = segment_from(at);
    bool is_tracked = segment && segment->low < at + (size ? size : 1);
    timeline_unlock();
    return is_tracked;
}

bool memory_is_held_since(uintptr_t at, uint64_t size, uint64_t time_ns) {
    bool is_held = false;
    timeline_lock();
    for (const struct segment *segment = segment_from(at);
         segment && segment->low < at + size && !is_held; segment = segment_after(segment)) {
        const struct grip *newest = hold_newest(segment);
        is_held = newest && newest->hold->handed.time_ns > time_ns;
    }
    timeline_unlock();
    return is_held;
}

uintptr_t memory_end(const struct segment *segment) {
    const struct allocation *allocation = segment->is_dead ? NULL : segment->allocation;
    return allocation ? allocation->what.base + allocation->what.size : 0;
}

int64_t memory_home(const struct segment *segment) {
    const struct allocation *allocation = segment->is_dead ? NULL : segment->allocation;
    bool is_of_one = allocation && (allocation->what.kind == MEMORY_DEVICE ||
                                    allocation->what.kind == MEMORY_POOL);
    return is_of_one ? allocation->what.device : -1;
}
