/* transfer: tables by stack and direction, told once at the end. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "tracker/transfer.h"

#include "report/account.h"
#include "report/base/memory.h"
#include "report/base/thread.h"

/* More places than this are one. */
#define MOST_PLACES 1024

struct place_key {
    stack_id stack;
    uint16_t direction; /* N_TRANSFERS: a wait */
    uint8_t is_allowed, is_pageable;
};

struct place {
    UT_hash_handle hh;
    struct place_key key;
    int actor;
    uint64_t calls, bytes, blocked_ns, longest_ns;
    uint32_t first_kind, first, last_kind, last; /* arrays, number 0: none */
};

static const struct tracker_options *options;
static struct place *places;
static struct place others[2 * (N_TRANSFERS + 1)]; /* by direction and is_allowed */
static unsigned n_places;
static uint64_t n_first_uses, first_use_ns, first_use_longest_ns;

void transfer_init(const struct tracker_options *given) {
    options = given;
}

static struct place *add(const struct place_key *key, int actor) {
    struct place *place = n_places < MOST_PLACES ? memory_alloc(sizeof(*place)) : NULL;
    if (place) {
        place->key = *key;
        place->actor = actor;
        HASH_ADD(hh, places, key, sizeof(*key), place);
        if (place->hh.tbl) {
            n_places++;
            return place;
        }
    }
    memory_free(place, sizeof(*place));
    struct place *other = &others[key->direction * 2 + key->is_allowed];
    other->key = (struct place_key){0, key->direction, key->is_allowed, key->is_pageable};
    other->actor = -1;
    return other;
}

static struct place *place_of(const struct place_key *key, int actor) {
    struct place *place;
    HASH_FIND(hh, places, key, sizeof(*key), place);
    return place ? place : add(key, actor);
}

static const struct hold *holder(uintptr_t at, uint64_t size) {
    const struct segment *segment = segment_from(at);
    for (; segment && segment->low < at + size; segment = segment_after(segment)) {
        const struct grip *newest = hold_newest(segment);
        if (newest)
            return newest->hold;
    }
    return NULL;
}

static void count(struct place *place, uint64_t ns) {
    place->calls++;
    place->blocked_ns += ns;
    if (place->longest_ns < ns)
        place->longest_ns = ns;
}

void transfer_note(const struct transfer *transfer, const struct site *site) {
    const struct place_key key = {.stack = site->stack,
                                  .direction = (uint16_t)transfer->direction,
                                  .is_allowed = thread_self.n_allowed_copies > 0,
                                  .is_pageable = transfer->is_pageable};
    timeline_lock();
    const struct hold *hold = holder(transfer->from, transfer->size);
    hold = hold ? hold : holder(transfer->to, transfer->size);
    if (hold) {
        struct place *place = place_of(&key, site->actor);
        count(place, transfer->blocked_ns);
        place->bytes += transfer->size;
        place->last_kind = hold->kind;
        place->last = hold->number;
        if (!place->first) {
            place->first_kind = hold->kind;
            place->first = hold->number;
        }
    }
    timeline_unlock();
}

void transfer_waited_locked(uint64_t ns, const struct site *site) {
    const struct place_key key = {.stack = site->stack, .direction = N_TRANSFERS};
    if (hold_first())
        count(place_of(&key, site->actor), ns);
}

void transfer_first_use_locked(uint64_t ns) {
    n_first_uses++;
    first_use_ns += ns;
    if (first_use_longest_ns < ns)
        first_use_longest_ns = ns;
}

/* The end */

static const char *name_of(uint32_t kind, uint32_t number, char storage[24]) {
    const struct object named = {.kind = kind, .number = number};
    return number ? object_name(&named, storage) : NULL;
}

static void tell(const struct place *place) {
    static const char *const words[] = {"d2h", "h2d", "peer", NULL};
    char first[24], last[24];
    const struct account_transfer line = {.direction = words[place->key.direction],
                                          .stack = place->key.stack,
                                          .calls = place->calls,
                                          .bytes = place->bytes,
                                          .blocked_ns = place->blocked_ns,
                                          .longest_ns = place->longest_ns,
                                          .is_pageable = place->key.is_pageable,
                                          .is_allowed = place->key.is_allowed,
                                          .first = name_of(place->first_kind, place->first, first),
                                          .last = name_of(place->last_kind, place->last, last)};
    if (place->calls > 0)
        account_transfer(&line);
}

/* What was allowed counts against no budget. */
static void judge(enum transfer_direction direction, int64_t budget, struct act **acts) {
    const struct place *most = NULL;
    uint64_t bytes = 0;
    for (const struct place *at = places; at; at = at->hh.next) {
        if (at->key.direction != direction || at->key.is_allowed)
            continue;
        bytes += at->bytes;
        most = !most || at->bytes > most->bytes ? at : most;
    }
    bytes += others[direction * 2].bytes;
    if (budget < 0 || bytes <= (uint64_t)budget)
        return;
    struct act *act = act_add(acts, CHECK_HIDDEN_COPY, SEVERITY_ERROR, direction, 0);
    if (!act)
        return;
    act->own = (struct deed){.stack = most ? most->key.stack : 0, .row = UINT16_MAX};
    act->bytes = bytes;
    act->budget = (uint64_t)budget;
    act->actor = most ? most->actor : -1;
}

void transfer_end(void) {
    struct act *acts = NULL;
    if (!order_is_active())
        return;
    timeline_lock();
    const struct account_sums sums = {.budget_d2h = options->copy_budget_d2h,
                                      .budget_h2d = options->copy_budget_h2d,
                                      .first_uses = n_first_uses,
                                      .first_use_ns = first_use_ns,
                                      .first_use_longest_ns = first_use_longest_ns};
    judge(TRANSFER_D2H, options->copy_budget_d2h, &acts);
    judge(TRANSFER_H2D, options->copy_budget_h2d, &acts);
    for (const struct place *at = places; at; at = at->hh.next)
        tell(at);
    for (unsigned i = 0; i < LENGTH(others); i++)
        tell(&others[i]);
    account_sums(&sums);
    timeline_unlock();
    act_report_each(&acts);
}

void transfer_fork_child(void) {
    struct place *at, *next;
    HASH_ITER(hh, places, at, next) {
        HASH_DELETE(hh, places, at);
        memory_free(at, sizeof(*at));
    }
    memset(others, 0, sizeof(others));
    n_places = 0;
    n_first_uses = first_use_ns = first_use_longest_ns = 0;
}
