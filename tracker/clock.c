/* clock: arrays of epochs that grow as timelines are met. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "tracker/clock.h"

#include "report/base/memory.h"

#define LEAST_ROOM 8u

static bool make_room(struct clock *clock, uint32_t n) {
    uint32_t room = clock->room ? clock->room : LEAST_ROOM;
    if (n <= clock->room)
        return true;
    while (room < n)
        room *= 2;
    uint64_t *at = memory_alloc(room * sizeof(*at));
    if (!at)
        return false;
    if (clock->n)
        memcpy(at, clock->at, clock->n * sizeof(*at));
    memory_free(clock->at, clock->room * sizeof(*at));
    clock->at = at;
    clock->room = room;
    return true;
}

static bool grow(struct clock *clock, uint32_t n) {
    if (n <= clock->n)
        return true;
    if (!make_room(clock, n))
        return false;
    memset(clock->at + clock->n, 0, (n - clock->n) * sizeof(*clock->at));
    clock->n = n;
    return true;
}

bool clock_raise(struct clock *clock, uint32_t timeline, uint64_t epoch) {
    if (!grow(clock, timeline + 1))
        return false;
    if (clock->at[timeline] < epoch)
        clock->at[timeline] = epoch;
    return true;
}

bool clock_join(struct clock *clock, const struct clock *other) {
    if (!grow(clock, other->n))
        return false;
    for (uint32_t i = 0; i < other->n; i++)
        if (clock->at[i] < other->at[i])
            clock->at[i] = other->at[i];
    return true;
}

bool clock_copy(struct clock *clock, const struct clock *other) {
    if (!make_room(clock, other->n))
        return false;
    if (other->n)
        memcpy(clock->at, other->at, other->n * sizeof(*other->at));
    clock->n = other->n;
    return true;
}

void clock_free(struct clock *clock) {
    memory_free(clock->at, clock->room * sizeof(*clock->at));
    *clock = (struct clock){0};
}
