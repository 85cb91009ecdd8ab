/* act: the list of what an operation broke, turned into findings once the lock is given back. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "tracker/act.h"

#include <stdatomic.h>

#include "report/base/memory.h"
#include "report/base/thread.h"
#include "tracker/checks/judge.h"
#include "tracker/host.h"
#include "tracker/number.h"
#include "tracker/order.h"
#include "tracker/tell.h"

static bool (*event_is_pending)(uint64_t event);

/* Devices that were lost; more than that many are not told apart from one that was not. */
static _Atomic int64_t lost[16];
static _Atomic unsigned n_lost;

void act_ask(bool (*ask)(uint64_t event)) {
    event_is_pending = ask;
}

struct deed act_deed(enum deed_kind kind, uint32_t stream, const struct site *site) {
    return act_deed_at(thread_clock_ns(), kind, stream, site);
}

struct deed act_deed_at(uint64_t time_ns, enum deed_kind kind, uint32_t stream,
                        const struct site *site) {
    return (struct deed){.seq = number_steps(1),
                         .time_ns = time_ns,
                         .tid = thread_id(),
                         .stack = site ? site->stack : 0,
                         .stream = stream,
                         .row = site ? site->row : UINT16_MAX,
                         .kind = (uint8_t)kind};
}

static bool is_lost(int64_t device) {
    for (unsigned i = 0; i < atomic_load(&n_lost) && i < LENGTH(lost); i++)
        if (atomic_load(&lost[i]) == device)
            return true;
    return false;
}

/* Two threads that are told of it at once may both be the first: then it is said twice. */
bool act_mute_device(int64_t device) {
    unsigned i = atomic_load(&n_lost);
    if (is_lost(device))
        return false;
    if (i < LENGTH(lost)) {
        atomic_store(&lost[i], device);
        atomic_store(&n_lost, i + 1);
    }
    return true;
}

void act_fork_child(void) {
    atomic_store(&n_lost, 0);
}

static bool is_muted(const struct act *act) {
    return act->array && act->check != CHECK_DEVICE_LOST && is_lost(act->array->device_id);
}

/* What rests on the order of things alone, which with host_clock=thread is known in part. */
static bool is_of_order(enum check_id check) {
    return check == CHECK_READ_BEFORE_EVENT || check == CHECK_EVENT_BEFORE_DATA ||
           check == CHECK_NULL_EVENT_PENDING_WORK || check == CHECK_EVENT_RERECORDED ||
           check == CHECK_RELEASED_WITH_WORK_IN_FLIGHT || check == CHECK_REUSE_BEFORE_WORK_DONE ||
           check == CHECK_FREE_ON_UNORDERED_STREAM;
}

struct act *act_add(struct act **acts, enum check_id check, enum severity severity, uint32_t kind,
                    uint32_t number) {
    struct act **at = acts;
    if (host_is_per_thread() && is_of_order(check) && severity > SEVERITY_WARNING)
        severity = SEVERITY_WARNING;
    while (*at && ((*at)->check != check || (*at)->kind != kind || (*at)->number != number))
        at = &(*at)->next;
    if (severity == SEVERITY_OFF || (*at && (*at)->severity >= severity))
        return NULL;
    if (!*at)
        *at = memory_alloc(sizeof(**at));
    if (!*at)
        return NULL;
    struct act *next = (*at)->next;
    **at = (struct act){
        .next = next, .check = check, .severity = severity, .kind = kind, .number = number};
    return *at;
}

void act_drop(struct act **acts) {
    struct act *act;
    while ((act = *acts)) {
        *acts = act->next;
        memory_free(act, sizeof(*act));
    }
}

static void say(const struct act *act, const struct site *site) {
    char name[24];
    struct verdicts verdicts;
    const struct event event = {.kind = EVENT_DEVICE, .object = act->array, .site = site};
    const struct judged judged = {.event = &event,
                                  .object = act->array,
                                  .act = act,
                                  .storage = name,
                                  .now_ns = act->own.time_ns};
    judge_event(&judged, &verdicts);
    for (unsigned i = 0; i < verdicts.n && thread_self.n_ignores == 0; i++) {
        tell_deeds(&verdicts.findings[i], act);
        tell_finding(&verdicts.findings[i], act->array);
    }
}

static bool is_pending(const struct act *act) {
    bool (*ask)(uint64_t) = act->event_is_pending ? act->event_is_pending : event_is_pending;
    return act->event_handle && ask && ask(act->event_handle);
}

void act_report(struct act **acts, const struct site *site) {
    if (LIKELY(!*acts))
        return;
    bool is_blind = order_is_blind();
    for (struct act *act = *acts; act; act = act->next) {
        if (is_blind || is_muted(act))
            continue;
        act->is_pending = act->check == CHECK_READ_BEFORE_EVENT && is_pending(act);
        say(act, site);
    }
    act_drop(acts);
}

void act_report_each(struct act **acts) {
    struct act *next;
    for (struct act *act = *acts; act; act = next) {
        const struct site site = {.stack = act->own.stack, .actor = act->actor, .row = UINT16_MAX};
        next = act->next;
        act->next = NULL;
        act_report(&act, &site);
    }
    *acts = NULL;
}
