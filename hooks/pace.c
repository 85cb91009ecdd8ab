/* pace: finds how the processor's counter goes with the clock. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "hooks/pace.h"

#include "report/base/thread.h"

#if defined(__x86_64__)
#include <cpuid.h>

/* The counter runs evenly, whatever the processor does (Intel SDM 3B, "Invariant TSC"). */
static bool has_counter(void) {
    unsigned a, b, c, d;
    return __get_cpuid(0x80000007, &a, &b, &c, &d) && (d >> 8 & 1);
}
#else
static bool has_counter(void) {
    return false;
}
#endif

/* So long a pace holds, and so long it takes to be found. */
#define PACE_NS 500000000u
/* Counts in which the clock is read: some microseconds. A thread that was held up between the two
 * would find a pace that is off by fifty times that. */
#define MOST_BETWEEN 8192

uint64_t pace_ask_ns(struct pace *pace) {
    uint64_t before = PACE_COUNTER(), now = thread_clock_ns(), counter = PACE_COUNTER();
    uint64_t since = counter - pace->counter;
    if (counter - before > MOST_BETWEEN)
        return now;
    /* Too short a time tells no pace, and none is known across a sleep of the machine. */
    bool is_known = has_counter() && pace->counter && (int64_t)since > 0 &&
                    now - pace->ns >= PACE_NS / 50 && now - pace->ns < 8ull * PACE_NS;
    if (!is_known && pace->counter && now - pace->ns < PACE_NS / 50)
        return now;
    pace->ns_per_2_32 = is_known ? ((now - pace->ns) << 32) / since : 0;
    pace->most = is_known ? (uint64_t)((__uint128_t)since * PACE_NS / (now - pace->ns)) : 0;
    pace->counter = counter;
    pace->ns = now;
    return now;
}
