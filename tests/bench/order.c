/* order: what one driver call costs in the tracker: on a range that nobody tracks and on a tracked
 * one, with a thousand and with a million live ranges.
 *
 * order [ROUNDS]    nanoseconds of the processor a call, the median of the rounds */
/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <time.h>

#include "report/base/memory.h"
#include "report/base/thread.h"
#include "tracker/memory.h"

#define BASE  ((uintptr_t)0x100000000000)
#define STEP  0x10000u
#define SIZE  4096u
#define CALLS 200000u

static const struct order_stream stream = {ORDER_NONBLOCKING, 1, 2};
static const struct site site = {.actor = -1, .row = UINT16_MAX};
static uint32_t seed = 1;

/* The same for each size: calls that touch whatever is there, and calls that stay with a few. */
static uintptr_t place(unsigned n) {
    seed = seed * 1664525u + 1013904223u;
    return BASE + (uintptr_t)(((uint64_t)seed * n) >> 32) * STEP;
}

static void call(uintptr_t at, enum order_effect effect) {
    const struct order_access access = {at, SIZE, effect, 0};
    struct order_op op;
    if (!memory_is_tracked(at, SIZE))
        return;
    order_begin(&op, &stream, &site);
    order_accesses(&op, &access, 1);
    order_end(&op);
}

static double ns_a_call(unsigned n, uintptr_t away) {
    struct timespec began, ended;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &began);
    for (unsigned i = 0; i < CALLS; i++)
        call(place(n) + away, i % 2 ? ORDER_READ : ORDER_WRITE);
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &ended);
    return ((double)(ended.tv_sec - began.tv_sec) * 1e9 + (double)(ended.tv_nsec - began.tv_nsec)) /
           CALLS;
}

static int compare(const void *one, const void *other) {
    double a = *(const double *)one, b = *(const double *)other;
    return (a > b) - (a < b);
}

static double median(unsigned n, uintptr_t away, unsigned rounds) {
    double took[64];
    for (unsigned i = 0; i < rounds; i++)
        took[i] = ns_a_call(n, away);
    qsort(took, rounds, sizeof(*took), compare);
    return took[rounds / 2];
}

static void grow(unsigned from, unsigned to) {
    for (unsigned i = from; i < to; i++) {
        const struct memory_what what = {
            .base = BASE + (uintptr_t)i * STEP, .size = SIZE, .context = 1};
        memory_appears(&what);
    }
}

/* One record after the other in an order that nobody can foresee: what memory alone costs. */
static double ns_a_cold_read(unsigned n) {
    uint32_t(*records)[64] = memory_alloc((size_t)n * sizeof(*records));
    struct timespec began, ended;
    uint32_t at = 0;
    if (!records)
        return 0;
    madvise(records, (size_t)n * sizeof(*records), MADV_HUGEPAGE);
    for (uint32_t i = 0; i < n; i++)
        records[i][0] = (uint32_t)(((uint64_t)i * 617641 + 12343) % n);
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &began);
    for (unsigned i = 0; i < CALLS; i++)
        at = records[at][0];
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &ended);
    records[0][1] = at;
    return ((double)(ended.tv_sec - began.tv_sec) * 1e9 + (double)(ended.tv_nsec - began.tv_nsec)) /
           CALLS;
}

int main(int argc, char **argv) {
    unsigned rounds = argc > 1 ? (unsigned)atoi(argv[1]) : 7;
    if (rounds < 1 || rounds > 64) {
        fprintf(stderr, "order: rounds from 1 to 64 were expected\n");
        return 2;
    }
    memory_init((size_t)2 << 30);
    thread_note_process();
    grow(0, 1000);
    double few = median(1000, 0, rounds), untracked = median(1000, SIZE, rounds);
    grow(1000, 1000000);
    double many = median(1000, 0, rounds), spread = median(1000000, 0, rounds);
    printf(
        "order: ns a call: untracked %.0f, tracked %.0f; with 1e6 live ranges %.0f (%.2fx), "
        "all over them %.0f, of which a cold read takes %.0f; %zu MiB\n",
        untracked, few, many, many / few, spread, ns_a_cold_read(1000000),
        memory_stats().used >> 20);
    return order_n_dropped() > 0;
}
