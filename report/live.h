/* live: what a process of a run is at: a page of a file beside its record, which the launcher reads
 * meanwhile. Counters, and for each callback that runs its object, thread, place and begin.
 *
 * Without a record in a folder the counters count for themselves and callbacks are not kept. No
 * locks: any thread, any time; what is read may be a moment old. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef REPORT_LIVE_H
#define REPORT_LIVE_H

#include <stdatomic.h>

#include "report/stack.h"

enum live_counter {
    LIVE_SEEN,  /* structures so far, children not counted */
    LIVE_ALIVE, /* of them */
    LIVE_ERRORS,
    LIVE_WARNINGS,
    LIVE_NOTES,
    LIVE_UNKEPT,  /* callbacks that there was no room for */
    LIVE_DROPPED, /* lines of the record that could not be written */
    LIVE_N_COUNTERS
};

/** One callback that is running. */
struct live_callback {
    _Atomic uint64_t began_ns; /* CLOCK_MONOTONIC; 0: free */
    uint32_t tid;
    uint32_t stack;    /* where it was called from; the record has it */
    char object[24];   /* "array#17" */
    char callback[16]; /* "get_next" */
    uint64_t unused;
};

/** Threads count beside each other, by their ids: what one lane has less of another has more of. */
struct live_lane {
    _Atomic uint64_t counters[LIVE_N_COUNTERS];
    uint64_t unused[1];
};

#define LIVE_MAGIC     0x6576696c77727261u /* "arrwlive" */
#define LIVE_VERSION   3u
#define LIVE_PAGE_SIZE 4096u
#define LIVE_LANES     8
#define LIVE_CALLBACKS 55

/** The page as it lies in the file. */
struct live_page {
    uint64_t magic;
    uint32_t version, pid;
    uint64_t unused[6];
    struct live_lane lanes[LIVE_LANES]; /* each a line of the cache */
    struct live_callback callbacks[LIVE_CALLBACKS];
};

_Static_assert(sizeof(struct live_page) == LIVE_PAGE_SIZE, "a page");

/** The sum of all lanes. */
static inline uint64_t live_count(const struct live_page *page, enum live_counter counter) {
    uint64_t sum = 0;
    for (unsigned i = 0; i < LIVE_LANES; i++)
        sum += atomic_load_explicit(&page->lanes[i].counters[counter], memory_order_relaxed);
    return sum;
}

/** The record has begun: the page goes where its path says, ".live" for ".jsonl". */
void live_begin(const char *record_path);

void live_add(enum live_counter counter, int64_t n);

/** Are callbacks kept? */
extern _Atomic bool live_has_file;
static inline bool live_is_on(void) {
    return atomic_load_explicit(&live_has_file, memory_order_acquire);
}

/** A callback is about to run. @return what live_leave() wants, 0 when there was no room */
uint32_t live_enter(const char *object, const char *callback, stack_id stack);
void live_leave(uint32_t entered);

/** In a forked child: the page is the parent's. */
void live_fork_child(void);

#endif
