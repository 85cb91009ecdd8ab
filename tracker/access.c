/* access: walks the segments of an access; reads are weighed, writes replace what they follow. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "tracker/access.h"

#include "report/base/memory.h"
#include "tracker/checks/weigh.h"
#include "tracker/hold.h"
#include "tracker/host.h"
#include "tracker/memory.h"
#include "tracker/nested.h"
#include "tracker/pending.h"
#include "tracker/transfer.h"

#define WEAK_BY    (ORDER_OPAQUE | ORDER_MANAGED)
#define WEAK_WRITE (ORDER_OPAQUE | ORDER_MANAGED | ORDER_SMALL_TAIL)

static bool notes_kernels;

void access_init(const struct tracker_options *options) {
    notes_kernels = options->kernel_writes;
}

static const struct deed *deed_of(struct access_by *by, enum deed_kind kind) {
    if (by->deed.seq == 0)
        by->deed = act_deed(kind, by->timeline->stream, by->site);
    by->deed.kind = (uint8_t)kind;
    return &by->deed;
}

static enum deed_kind kind_of(const struct order_access *access) {
    if (access->flags & ORDER_KERNEL || access->effect == ORDER_MAY_WRITE)
        return DEED_KERNEL;
    return access->effect == ORDER_READ ? DEED_READ : DEED_WRITE;
}

/* The newest early write, a sure one before all others. */
static const struct write *look_for_early(const struct segment *segment, const struct clock *seen,
                                          bool is_tainted, struct weigh_read *facts) {
    const struct write *found = NULL;
    bool are_weak = true;
    for (const struct write *write = segment->writes; write; write = write->next) {
        if (clock_covers(seen, write->point))
            continue;
        bool is_sure = write->flags & WRITE_IS_SURE;
        if (!found || (is_sure && !facts->is_early_sure))
            found = write;
        facts->is_early = true;
        facts->is_early_sure = facts->is_early_sure || is_sure;
        are_weak = are_weak && (write->flags & WEAK_WRITE || timeline_is_glimpsed(write->point) ||
                                timeline_is_tainted(seen, write->deed.seq));
    }
    facts->is_weak = facts->is_weak || (found && are_weak) || (!found && is_tainted);
    return found;
}

static void add_read_act(struct access_by *by, const struct hold *hold, enum severity severity,
                         const struct write *early, enum deed_kind kind) {
    struct act *act = hold_act(hold, by->acts, CHECK_READ_BEFORE_EVENT, severity);
    if (!act)
        return;
    act->own = *deed_of(by, kind);
    act->other = early ? early->deed : hold->recorded;
}

static void note_readings(struct access_by *by, const struct order_access *access,
                          const struct segment *segment, const struct clock *seen) {
    uintptr_t end = access->at + access->size;
    struct reading reading = {.low = segment->low > access->at ? segment->low : access->at,
                              .high = segment->high < end ? segment->high : end,
                              .point = by->point,
                              .deed = *deed_of(by, kind_of(access)),
                              .is_pageable =
                                  !segment->allocation && !(access->flags & ORDER_UNSTAGED)};
    for (const struct grip *grip = hold_newest(segment); grip; grip = hold_older(grip)) {
        reading.is_certain = grip->is_certain && !(access->flags & ORDER_OPAQUE);
        if (!grip->hold->was_used)
            transfer_first_use_locked(reading.deed.time_ns - grip->hold->handed.time_ns);
        grip->hold->was_used = true;
        hold_note_reading(grip->hold, &reading);
        if (grip->hold->point.epoch && clock_covers(seen, grip->hold->point))
            grip->hold->was_waited = true;
    }
}

static void read_segment(struct access_by *by, const struct order_access *access,
                         const struct segment *segment) {
    const struct grip *newest = hold_newest(segment);
    const struct clock *seen = access->flags & ORDER_OUT_OF_ORDER ? host_clock() : by->clock;
    if (!newest)
        return;
    const struct hold *hold = newest->hold;
    struct weigh_read facts = {.has_event = hold->point.epoch > 0,
                               .is_after = hold->point.epoch && clock_covers(seen, hold->point),
                               .has_writer = segment->writes,
                               .is_weak = access->flags & WEAK_BY || !newest->is_certain ||
                                          (hold->point.epoch && timeline_is_glimpsed(hold->point)),
                               .when_null = hold->when_null};
    bool is_tainted = timeline_is_tainted(seen, hold->recorded.seq);
    const struct write *early = look_for_early(segment, seen, is_tainted, &facts);
    enum severity severity = weigh_read(&facts);
    if (severity != SEVERITY_OFF)
        add_read_act(by, hold, severity, early, kind_of(access));
    note_readings(by, access, segment, seen);
}

static void drop_covered(struct segment *segment, const struct clock *clock) {
    for (struct write **at = &segment->writes, *write; (write = *at);) {
        if (!clock_covers(clock, write->point)) {
            at = &write->next;
            continue;
        }
        *at = write->next;
        memory_free(write, sizeof(*write));
    }
}

/* Of a stream's probable writes the first and the last tell all that can be asked. */
static struct write *last_probable(const struct segment *segment, const struct write *new) {
    struct write *last = NULL;
    unsigned n = 0;
    if (new->flags & WRITE_IS_SURE)
        return NULL;
    for (struct write *write = segment->writes; write; write = write->next)
        if (write->flags == new->flags && write->point.timeline == new->point.timeline &&n++ == 0)
            last = write;
    return n >= 2 ? last : NULL;
}

static void add_write(struct segment *segment, const struct write *new) {
    struct write *write = last_probable(segment, new);
    struct write *next = write ? write->next : segment->writes;
    if (!write) {
        write = memory_alloc(sizeof(*write));
        if (!write) {
            timeline_dropped();
            return;
        }
        segment->writes = write;
    }
    *write = *new;
    write->next = next;
}

void access_reuse(struct access_by *by, struct segment *segment, enum check_id check,
                  bool is_sure) {
    for (const struct remnant *at = segment->remnants; at; at = at->next) {
        if (clock_covers(by->clock, at->point))
            continue;
        bool is_weak = !is_sure || at->is_weak || timeline_is_glimpsed(at->point) ||
                       timeline_is_tainted(by->clock, at->deed.seq);
        struct act *act = act_add(by->acts, check, is_weak ? SEVERITY_WARNING : SEVERITY_ERROR,
                                  at->kind, at->number);
        if (!act)
            continue;
        act->own = by->deed;
        act->other = at->deed;
    }
    segment_drop_remnants(segment);
}

static void write_held(struct access_by *by, const struct grip *newest, const struct deed *deed,
                       bool is_sure) {
    enum severity severity = !is_sure             ? SEVERITY_NOTE
                             : newest->is_certain ? SEVERITY_ERROR
                                                  : SEVERITY_WARNING;
    struct act *act = hold_act(newest->hold, by->acts, CHECK_BUFFER_WRITTEN_WHILE_HELD, severity);
    if (!act)
        return;
    act->own = *deed;
    act->other = newest->hold->handed;
}

static struct write write_of(struct access_by *by, const struct order_access *access) {
    return (struct write){.point = by->point,
                          .flags = (access->flags & WEAK_WRITE) |
                                   (access->effect == ORDER_WRITE ? WRITE_IS_SURE : 0) |
                                   (by->timeline->kind == ORDER_LEGACY ? WRITE_IS_LEGACY : 0),
                          .deed = *deed_of(by, kind_of(access))};
}

static void write_segment(struct access_by *by, const struct order_access *access,
                          struct segment *segment) {
    const struct grip *newest = hold_newest(segment);
    bool is_sure = access->effect == ORDER_WRITE;
    const struct deed *deed = deed_of(by, kind_of(access));
    if (newest && (is_sure || notes_kernels))
        write_held(by, newest, deed, is_sure);
    if (newest && !is_sure)
        return;
    access_reuse(by, segment, CHECK_REUSE_BEFORE_WORK_DONE, is_sure);
    if (is_sure)
        drop_covered(segment, by->clock);
    if (is_sure && !newest)
        segment->number = 0;
    const struct write write = write_of(by, access);
    add_write(segment, &write);
}

static void use_dead(struct access_by *by, const struct segment *segment, enum deed_kind kind,
                     bool is_weak) {
    if (segment->number == 0)
        return;
    struct act *act =
        act_add(by->acts, CHECK_BUFFER_USED_AFTER_RELEASE,
                is_weak ? SEVERITY_WARNING : SEVERITY_ERROR, segment->kind, segment->number);
    if (act)
        act->own = *deed_of(by, kind);
}

/* Pageable memory that nobody holds any more is nobody's matter. */
static bool is_of_interest(struct access_by *by, const struct order_access *access,
                           const struct segment *segment) {
    if (segment->is_dead)
        use_dead(by, segment, kind_of(access), access->flags & ORDER_OPAQUE);
    return !segment->is_dead && (segment->allocation || hold_newest(segment));
}

/* A pointer says where an access begins; where it ends the buffer says that holds it. */
static uint64_t size_at(const struct segment *segment, uintptr_t at) {
    const struct grip *newest = segment->low <= at ? hold_newest(segment) : NULL;
    uint64_t size = 1;
    for (unsigned i = 0; newest && i < newest->hold->n_spans; i++) {
        const struct span *span = &newest->hold->spans[i];
        if (span->low <= at && at < span->high && span->high - at > size)
            size = span->high - at;
    }
    return size;
}

/* The first segment of a range that is written: none reaches over its bounds any more. Most writes
 * fill a segment as it is. */
static struct segment *cut(struct segment *first, uintptr_t low, uintptr_t high) {
    if (first->low >= low && first->high == high)
        return first;
    if (!segment_cut(low, high)) {
        timeline_dropped();
        return NULL;
    }
    return segment_from(low);
}

/* Memory that nobody knows as yet. */
static void note_pending(struct access_by *by, const struct order_access *access,
                         const struct segment *first) {
    bool is_known = first && first->low < access->at + access->size && first->allocation;
    if (is_known || !(access->flags & ORDER_LATER))
        return;
    const struct write write = write_of(by, access);
    pending_add(access->at, access->at + access->size, &write);
}

void access_apply(struct access_by *by, const struct order_access *given) {
    struct order_access access = *given;
    struct segment *segment = segment_from(access.at);
    bool writes = access.effect != ORDER_READ;
    if (segment && access.size == 0)
        access.size = size_at(segment, access.at);
    uintptr_t end = access.at + access.size;
    if (end < access.at)
        return;
    note_pending(by, &access, segment);
    if (!segment || segment->low >= end)
        return;
    if (UNLIKELY(nested_most() > 0) && access.effect == ORDER_WRITE)
        nested_forget(access.at, end);
    if (writes)
        segment = cut(segment, access.at, end);
    while (segment && segment->low < end) {
        bool counts = is_of_interest(by, &access, segment);
        if (counts && access.effect != ORDER_WRITE)
            read_segment(by, &access, segment);
        if (counts && writes)
            write_segment(by, &access, segment);
        segment = segment->high < end ? segment_after(segment) : NULL;
    }
}

static const struct segment *segment_at(uintptr_t at) {
    const struct segment *segment = segment_from(at);
    return segment && segment->low <= at ? segment : NULL;
}

static bool begins_at(const struct hold *hold, uintptr_t at) {
    for (unsigned i = 0; i < hold->n_spans; i++)
        if (hold->spans[i].low == at)
            return true;
    return false;
}

/* A buffer that this leads to ends there. */
static bool ends_at(const struct segment *segment, uintptr_t at, uintptr_t end) {
    for (const struct grip *grip = hold_newest(segment); grip; grip = hold_older(grip))
        for (unsigned i = 0; i < grip->hold->n_spans; i++) {
            const struct span *span = &grip->hold->spans[i];
            if (span->low <= at && at < span->high && span->high == end)
                return true;
        }
    return false;
}

static bool may_end_at(const struct order_access *below, const struct segment *segment,
                       uintptr_t end) {
    if (!(below->flags & ORDER_KERNEL) || below->flags & ORDER_OPAQUE || below->at >= end)
        return false;
    const struct segment *other = segment_at(below->at);
    return other && ((other->allocation && other->allocation == segment->allocation) ||
                     ends_at(other, below->at, end));
}

static bool may_be_an_end(const struct order_access *access, const struct order_access *accesses,
                          unsigned n) {
    if (!(access->flags & ORDER_KERNEL) || n < 2)
        return false;
    const struct segment *segment = segment_at(access->at);
    const struct grip *newest = segment ? hold_newest(segment) : NULL;
    if (!newest || !begins_at(newest->hold, access->at))
        return false;
    for (unsigned i = 0; i < n; i++)
        if (may_end_at(&accesses[i], segment, access->at))
            return true;
    return false;
}

/* Freed memory that begins where the kernel was told that other memory ends. */
static bool is_the_end_of(const struct segment *segment, const struct order_access *accesses,
                          unsigned n) {
    for (unsigned i = 0; i < n; i++) {
        const struct segment *other = segment_at(accesses[i].at);
        if (other && memory_end(other) == segment->low)
            return true;
    }
    return false;
}

static bool is_no_use(const struct order_access *access, const struct order_access *accesses,
                      unsigned n) {
    const struct segment *segment = n > 1 ? segment_at(access->at) : NULL;
    return segment && segment->is_dead && segment->low == access->at &&
           is_the_end_of(segment, accesses, n);
}

void access_apply_all(struct access_by *by, const struct order_access *accesses, unsigned n) {
    for (unsigned i = 0; i < n; i++) {
        struct order_access access = accesses[i];
        if (may_be_an_end(&accesses[i], accesses, n))
            access.flags |= ORDER_OPAQUE;
        if (!(access.flags & ORDER_KERNEL) || !is_no_use(&access, accesses, n))
            access_apply(by, &access);
    }
}

void access_allocate(struct access_by *by, uintptr_t low, uintptr_t high) {
    const struct write write = {.point = by->point,
                                .flags = WRITE_IS_SURE | WRITE_IS_ALLOC |
                                         (by->timeline->kind == ORDER_LEGACY ? WRITE_IS_LEGACY : 0),
                                .deed = *deed_of(by, DEED_ALLOCATION)};
    for (struct segment *segment = segment_from(low); segment && segment->low < high;
         segment = segment_after(segment))
        add_write(segment, &write);
}
