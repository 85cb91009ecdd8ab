/* syncevent: the table of events, their records, and the arrays that rely on them. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "tracker/syncevent.h"

#include <stdatomic.h>

#include "report/base/memory.h"
#include "tracker/checks/weigh.h"
#include "tracker/hold.h"
#include "tracker/host.h"

/* A graph with more writes outside of what a record follows is taken as wholly outside. */
#define MOST_EXCLUDED 64
/* Kept for the next ones, with the room of their clocks: work that goes through queues makes an
 * event for each piece of it. */
#define MOST_SPARE 64

static struct syncevent *by_handle;
static struct syncevent *spare;
static unsigned n_spare;
static uint32_t n_events;
static _Atomic uint32_t n_uses; /* of all; written under LOCK_ORDER */

static bool (*translate)(int32_t device_type, const void *event, uint64_t *handle);

void syncevent_translate(bool (*handle_of)(int32_t device_type, const void *event,
                                           uint64_t *handle)) {
    translate = handle_of;
}

uint64_t syncevent_of_object(int32_t device_type, const void *event) {
    uint64_t handle;
    return translate && translate(device_type, event, &handle) ? handle : (uintptr_t)event;
}

struct syncevent *syncevent_find(uint64_t handle) {
    struct syncevent *event;
    HASH_FIND(hh, by_handle, &handle, sizeof(handle), event);
    return event;
}

static void drop_excluded(struct syncevent *event) {
    struct syncevent_excluded *at;
    while ((at = event->excluded)) {
        event->excluded = at->next;
        memory_free(at, sizeof(*at));
    }
}

struct syncevent *syncevent_keep(struct syncevent *event) {
    event->n_users++;
    return event;
}

static void discard(struct syncevent *event) {
    if (n_spare < MOST_SPARE) {
        event->next_spare = spare;
        spare = event;
        n_spare++;
        return;
    }
    clock_free(&event->clock);
    memory_free(event, sizeof(*event));
}

/* All zero, but for a clock that has room. */
static struct syncevent *new_event(void) {
    struct syncevent *event = spare;
    if (!event)
        return memory_alloc(sizeof(*event));
    const struct clock clock = {.at = event->clock.at, .room = event->clock.room};
    spare = event->next_spare;
    n_spare--;
    *event = (struct syncevent){.clock = clock};
    return event;
}

void syncevent_let_go(struct syncevent *event) {
    if (--event->n_users > 0 || !event->is_gone)
        return;
    drop_excluded(event);
    discard(event);
}

static struct syncevent *add(uint64_t handle, enum syncevent_kind kind, uint64_t context,
                             int64_t device) {
    struct syncevent *event = new_event();
    if (event) {
        event->handle = handle;
        event->kind = kind;
        event->context = context;
        event->device = device;
        event->number = ++n_events;
        event->n_references = 1;
        HASH_ADD(hh, by_handle, handle, sizeof(handle), event);
        if (event->hh.tbl)
            return event;
        discard(event);
    }
    timeline_lost_order();
    return NULL;
}

static void remove_event(struct syncevent *event) {
    HASH_DELETE(hh, by_handle, event);
    event->is_gone = true;
    syncevent_let_go(syncevent_keep(event));
}

/* An event that was made before we looked. */
struct syncevent *syncevent_of(uint64_t handle) {
    struct syncevent *event = syncevent_find(handle);
    return event ? event : add(handle, SYNCEVENT_FOREIGN, 0, -1);
}

struct syncevent *syncevent_make(uint64_t handle, enum syncevent_kind kind, uint64_t context,
                                 int64_t device) {
    struct syncevent *old = syncevent_find(handle);
    if (old)
        remove_event(old);
    struct syncevent *event = add(handle, kind, context, device);
    if (event && kind == SYNCEVENT_PROMISED) {
        event->point = timeline_promise();
        timeline_raise(&event->clock, event->point.timeline, event->point.epoch);
    }
    return event;
}

void syncevent_created(uint64_t handle, enum syncevent_kind kind, uint64_t context,
                       int64_t device) {
    timeline_lock();
    syncevent_make(handle, kind, context, device);
    timeline_unlock();
}

void syncevent_ask(uint64_t event, bool (*is_pending)(uint64_t event)) {
    timeline_lock();
    struct syncevent *known = syncevent_find(event);
    if (known)
        known->is_pending = is_pending;
    timeline_unlock();
}

bool syncevent_is_known(uint64_t handle) {
    timeline_lock();
    bool is_known = syncevent_find(handle);
    timeline_unlock();
    return is_known;
}

/* Arrays that rely on it */

bool syncevent_is_any_used(void) {
    return atomic_load_explicit(&n_uses, memory_order_relaxed) > 0;
}

void syncevent_use(struct hold *hold, struct syncevent *event) {
    if (!event)
        return;
    hold->event = syncevent_keep(event);
    hold->next_user = event->users;
    event->users = hold;
    atomic_fetch_add_explicit(&n_uses, 1, memory_order_relaxed);
}

void syncevent_unuse(struct hold *hold) {
    struct syncevent *event = hold->event;
    if (!event)
        return;
    struct hold **at = &event->users;
    while (*at != hold)
        at = &(*at)->next_user;
    *at = hold->next_user;
    atomic_fetch_sub_explicit(&n_uses, 1, memory_order_relaxed);
    hold->event = NULL;
    hold->next_user = NULL;
    syncevent_let_go(event);
}

static struct act *say(const struct hold *hold, struct act **acts, enum check_id check,
                       enum severity severity, const struct deed *deed) {
    struct act *act = hold_act(hold, acts, check, severity);
    if (!act)
        return NULL;
    act->own = *deed;
    act->other = hold->handed;
    return act;
}

/* Records */

bool syncevent_excludes(const struct syncevent *event, struct point point, uintptr_t at) {
    if (point.timeline != event->point.timeline || point.epoch != event->point.epoch)
        return false;
    for (const struct syncevent_excluded *range = event->excluded; range; range = range->next)
        if (range->low <= at && at < range->high)
            return true;
    return false;
}

void syncevent_exclude(struct syncevent *event, uintptr_t low, uintptr_t high) {
    unsigned n = 0;
    for (const struct syncevent_excluded *at = event->excluded; at; at = at->next)
        n++;
    struct syncevent_excluded *range = n < MOST_EXCLUDED ? memory_alloc(sizeof(*range)) : NULL;
    if (!range) {
        timeline_dropped();
        return;
    }
    *range = (struct syncevent_excluded){event->excluded, low, high};
    event->excluded = range;
}

static void judge_record(const struct syncevent *event, const struct clock *clock,
                         const struct deed *deed, struct act **acts) {
    bool follows = !event->point.epoch || clock_covers(clock, event->point);
    for (const struct hold *hold = event->users; hold; hold = hold->next_user) {
        if (hold->is_releasing)
            continue;
        enum severity severity = weigh_record(follows, hold->was_waited,
                                              timeline_is_tainted(clock, event->recorded.seq));
        say(hold, acts, CHECK_EVENT_RERECORDED, severity, deed);
    }
}

void syncevent_set(struct syncevent *event, struct point point, const struct clock *clock,
                   struct timeline *timeline, const struct deed *deed, struct act **acts) {
    judge_record(event, clock, deed, acts);
    event->point = point;
    timeline_copy(&event->clock, clock);
    event->timeline = (struct timeline_ref){timeline, timeline ? timeline->stream : 0};
    event->kind = SYNCEVENT_NORMAL;
    event->capture = 0;
    event->recorded = *deed;
    event->why_failed = NULL;
    drop_excluded(event);
}

/* The event triggers before the kernel that records it is done. */
static void set_before(struct syncevent *event, struct order_op *op, const struct deed *deed) {
    struct timeline *timeline = op->timeline;
    struct clock clock = {0};
    timeline_copy(&clock, &timeline->clock);
    if (timeline->number < clock.n)
        clock.at[timeline->number] = op->point.epoch - 1;
    syncevent_set(event, op->point, &clock, timeline, deed, &op->acts);
    event->kind = SYNCEVENT_PROGRAMMATIC;
    clock_free(&clock);
}

void syncevent_recorded(struct order_op *op, uint64_t handle, enum syncevent_kind kind) {
    timeline_lock();
    struct syncevent *event = syncevent_of(handle);
    if (event && op->capture) {
        event->kind = SYNCEVENT_CAPTURED;
        event->capture = op->capture;
    } else if (event && op->timeline) {
        const struct deed deed = act_deed(DEED_RECORD, op->timeline->stream, op->site);
        if (kind == SYNCEVENT_PROGRAMMATIC)
            set_before(event, op, &deed);
        else
            syncevent_set(event, op->point, &op->timeline->clock, op->timeline, &deed, &op->acts);
        event->kind = kind == SYNCEVENT_FOREIGN ? SYNCEVENT_NORMAL : kind;
    }
    timeline_unlock();
}

void syncevent_record_failed(uint64_t handle, const char *why) {
    timeline_lock();
    struct syncevent *event = syncevent_of(handle);
    if (event)
        event->why_failed = why;
    timeline_unlock();
}

void syncevent_recorded_context(uint64_t handle, uint64_t context, const struct site *site) {
    struct act *acts = NULL;
    timeline_lock();
    struct syncevent *event = syncevent_of(handle);
    struct timeline *whole = timeline_of_context(context);
    if (event && whole) {
        const struct deed deed = act_deed(DEED_RECORD, 0, site);
        timeline_join_context(&whole->clock, context);
        struct point point = timeline_submit(whole);
        syncevent_set(event, point, &whole->clock, NULL, &deed, &acts);
    }
    timeline_unlock();
    act_report(&acts, site);
}

/* Who waits late, waits for the other one. */
static void judge_exchange(struct hold *hold, uint64_t handle, const struct site *site,
                           struct act **acts) {
    const struct syncevent *found = syncevent_find(handle);
    if (!found || !hold->event || hold->is_releasing || found == hold->event)
        return;
    bool follows = clock_covers(&found->clock, hold->point);
    struct act *act = hold_act(hold, acts, CHECK_EVENT_RERECORDED,
                               weigh_record(follows, hold->was_waited, false));
    if (!act)
        return;
    act->own = act_deed(DEED_RELEASE, 0, site);
    act->other = hold->handed;
    act->why = "another event stands where sync_event points to";
}

void syncevent_found(struct object *array, uint64_t handle, const struct site *site) {
    struct act *acts = NULL;
    timeline_lock();
    struct hold *hold = hold_of(array);
    if (hold)
        judge_exchange(hold, handle, site, &acts);
    timeline_unlock();
    act_report(&acts, site);
}

/* Waits and ends */

bool syncevent_is_unknown(const struct syncevent *event) {
    return event->kind == SYNCEVENT_FOREIGN && !event->point.epoch;
}

void syncevent_join(const struct syncevent *event, struct clock *clock) {
    timeline_join(clock, &event->clock);
}

void syncevent_waited(struct syncevent *event, const struct deed *deed, struct act **acts) {
    if (syncevent_is_unknown(event))
        return;
    for (struct hold *hold = event->users; hold; hold = hold->next_user) {
        if (hold->is_releasing)
            continue;
        if (event->point.epoch)
            hold->was_waited = true;
        else
            say(hold, acts, CHECK_EVENT_NEVER_RECORDED, SEVERITY_ERROR, deed);
    }
}

void syncevent_say_slow(const struct syncevent *event, const struct deed *deed, uint64_t ns,
                        uint64_t limit_ms, struct act **acts) {
    for (const struct hold *hold = event->users; hold; hold = hold->next_user) {
        struct act *act = say(hold, acts, CHECK_EVENT_WAIT_SLOW, SEVERITY_WARNING, deed);
        if (!act)
            continue;
        act->other = event->recorded;
        act->bytes = ns;
        act->budget = limit_ms;
    }
}

static void destroy(struct syncevent *event, const struct site *site, struct act **acts) {
    struct deed deed = {0};
    if (event->users)
        deed = act_deed(DEED_DESTROY, 0, site);
    for (const struct hold *hold = event->users; hold; hold = hold->next_user)
        if (!hold->is_releasing)
            say(hold, acts, CHECK_EVENT_DESTROYED_EARLY,
                hold->was_waited ? SEVERITY_WARNING : SEVERITY_ERROR, &deed);
    if (event->kind == SYNCEVENT_PROMISED)
        timeline_fulfil(event->point);
    remove_event(event);
}

void syncevent_destroyed(uint64_t handle, const struct site *site) {
    struct act *acts = NULL;
    timeline_lock();
    struct syncevent *event = syncevent_find(handle);
    if (event)
        destroy(event, site, &acts);
    timeline_unlock();
    act_report(&acts, site);
}

void syncevent_retained(uint64_t handle) {
    timeline_lock();
    struct syncevent *event = syncevent_find(handle);
    if (event)
        event->n_references++;
    timeline_unlock();
}

void syncevent_released(uint64_t handle, const struct site *site) {
    struct act *acts = NULL;
    timeline_lock();
    struct syncevent *event = syncevent_find(handle);
    if (event && --event->n_references == 0)
        destroy(event, site, &acts);
    timeline_unlock();
    act_report(&acts, site);
}

/* Events that were recorded after a wait for the promise; older ones cannot be. */
static void spread(const struct syncevent *promised) {
    struct syncevent *at = promised->hh.next;
    for (; at; at = at->hh.next)
        if (clock_covers(&at->clock, promised->point))
            timeline_join(&at->clock, host_clock());
}

static void fulfil(struct syncevent *event, const struct site *site) {
    if (event->kind != SYNCEVENT_PROMISED)
        return;
    event->kind = SYNCEVENT_NORMAL;
    event->recorded = act_deed(DEED_RECORD, 0, site);
    timeline_fulfil(event->point);
    timeline_join(&event->clock, host_clock());
    spread(event);
}

void syncevent_completed(uint64_t handle, const struct site *site) {
    struct act *acts = NULL;
    timeline_lock();
    struct syncevent *event = syncevent_find(handle);
    if (event && event->kind == SYNCEVENT_PROMISED) {
        fulfil(event, site);
        for (struct hold *hold = event->users; hold; hold = hold->next_user)
            if (!hold->is_releasing)
                hold_event_completed(hold, &acts);
    }
    timeline_unlock();
    act_report(&acts, site);
}

static void judge_promise(const struct syncevent *event, struct act **acts) {
    for (const struct hold *hold = event->users; hold; hold = hold->next_user) {
        struct act *act = hold->is_releasing ? NULL
                                             : say(hold, acts, CHECK_EVENT_NEVER_RECORDED,
                                                   SEVERITY_WARNING, &hold->handed);
        if (!act)
            continue;
        act->own.kind = DEED_NONE;
        act->actor = -1;
    }
}

void syncevent_end(void) {
    struct act *acts = NULL;
    if (!order_is_active())
        return;
    timeline_lock();
    for (const struct syncevent *at = by_handle; at; at = at->hh.next)
        if (at->kind == SYNCEVENT_PROMISED)
            judge_promise(at, &acts);
    timeline_unlock();
    act_report_each(&acts);
}

void syncevent_failed(uint64_t handle, const char *why, const struct site *site) {
    struct act *acts = NULL;
    timeline_lock();
    struct syncevent *event = syncevent_find(handle);
    if (event && event->kind != SYNCEVENT_FAILED) {
        const struct deed deed = act_deed(DEED_WAIT, 0, site);
        fulfil(event, site);
        event->kind = SYNCEVENT_FAILED;
        event->why_failed = why;
        for (const struct hold *hold = event->users; hold; hold = hold->next_user) {
            struct act *act = hold->is_releasing ? NULL
                                                 : say(hold, &acts, CHECK_EVENT_NOT_COMPLETION,
                                                       SEVERITY_ERROR, &deed);
            if (act)
                act->why = why;
        }
    }
    timeline_unlock();
    act_report(&acts, site);
}

void syncevent_end_context(uint64_t context) {
    struct syncevent *event, *next;
    HASH_ITER(hh, by_handle, event, next)
    if (event->context == context)
        remove_event(event);
}

void syncevent_fork_child(void) {
    struct syncevent *event, *next;
    HASH_ITER(hh, by_handle, event, next)
    remove_event(event);
}
