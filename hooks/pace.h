/* pace: the clock from the processor's counter, for a fifth of what the clock itself costs.
 *
 * Threads: a pace belongs to one. Where the counter does not run evenly the clock is asked. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef HOOKS_PACE_H
#define HOOKS_PACE_H

#include "report/base/base.h"

/** How the processor's counter goes with the clock; zeroed at first. */
struct pace {
    uint64_t counter, ns; /* at one moment */
    uint64_t ns_per_2_32; /* nanoseconds for so many counts since */
    uint64_t most;        /* counts that this holds for, 0: not known */
};

#if defined(__x86_64__)
#define PACE_COUNTER() __builtin_ia32_rdtsc()
#else
#define PACE_COUNTER() 0
#endif

/** The same from the clock, which finds the pace anew. */
uint64_t pace_ask_ns(struct pace *pace);

/** thread_clock_ns() to a microsecond. */
static inline uint64_t pace_ns(struct pace *pace) {
    uint64_t since = PACE_COUNTER() - pace->counter;
    return LIKELY(since < pace->most)
               ? pace->ns + (uint64_t)((__uint128_t)since * pace->ns_per_2_32 >> 32)
               : pace_ask_ns(pace);
}

#endif
