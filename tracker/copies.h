/* copies: buffers copied into pages of ours, held by the arrays that were given them, closed when
 * the last of these is released.
 *
 * Small buffers of one array lie together; one of 64 KiB or more has pages of its own, which all
 * arrays share that name the same bytes. Originals are foreign memory, read by peek. Locks:
 * LOCK_ISOLATE for who holds what; what ends in _locked wants it. Errors: a reason, never fatal. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TRACKER_COPIES_H
#define TRACKER_COPIES_H

#include "report/base/lock.h"
#include "report/base/table.h"
#include "tracker/pages.h"

/** Where copies end or begin at a closed page. */
enum copies_mode {
    COPIES_PLAIN,
    COPIES_GUARD, /* closed behind the last byte, rounded up to 8 */
    COPIES_FRONT  /* closed before the first row */
};

/** Why an array was left alone. */
enum copies_reason {
    COPIES_DONE,
    COPIES_NO_SCHEMA,
    COPIES_DEVICE,
    COPIES_MISFIT,
    COPIES_SIZE,
    COPIES_CHILD,
    COPIES_UNREADABLE,
    COPIES_BUDGET,
    COPIES_MAPPINGS,
    COPIES_MEMORY,
    N_COPIES_REASONS
};

struct copies_limits {
    enum copies_mode mode;
    uint64_t live_bytes;    /* of what is held */
    uint64_t closed_bytes;  /* of what was released and may still be looked at */
    uint64_t waiting_bytes; /* beyond that, of what new copies may be made of */
    uint64_t mappings;      /* half of what the kernel allows */
    bool whole;             /* bytes far before the first row are copied too */
};

struct isolated;

/** Pages with copies of one buffer or of some. */
struct copy_map {
    struct pages pages;
    struct copy *copies; /* all that are known, of released arrays too */
    uint32_t n_holders;  /* arrays' buffers that still need it */
    uint64_t bytes;      /* what counts against the limits */
    bool is_closed, is_dropped, was_written;
    bool is_open;   /* while it is being filled */
    bool is_reused; /* made of what others held: where no copy lies there may be anything */
    struct copy_map *older, *newer; /* among the closed ones that keep their contents */
    struct {
        uintptr_t original;
        uint64_t from, end;
    } key;
    UT_hash_handle hh; /* hh.tbl: others may share it */
};

/** One buffer of one array. */
struct copy {
    struct isolated *of;
    uint32_t index;     /* among the array's buffers */
    uint32_t said;      /* of isolate.c: what was told of it */
    uintptr_t original; /* the producer's address */
    uintptr_t address;  /* ours, of the same byte */
    uint64_t from, end; /* bytes that were copied */
    struct copy_map *map;
    struct copy *next, **at; /* in the map */
    uint64_t begin;          /* of the array's own rows */
    bool is_held;
    bool is_shared; /* served by what another array had copied */
};

extern struct lock copies_lock;

void copies_init(const struct copies_limits *limits);

/**
 * Which bytes will be copied.
 *
 * @begin, @end  the array's own rows
 * @first        the first row that its parents' rows reach
 */
void copies_plan(struct copy *copy, uint64_t begin, uint64_t first, uint64_t end);

/**
 * Copy buffers and hold them, readable only.
 *
 * @copies  planned, one array's with all below it; a list of n
 * @return  COPIES_DONE, else nothing is held
 */
enum copies_reason copies_make(struct copy *const *copies, unsigned n);

/** The array is released; the last one closes the pages. */
void copies_leave_locked(struct copy *copy);

/** Nothing more is to be said of it. */
void copies_forget_locked(struct copy *copy);

/** The copy that an address belongs to, the one released last where several share it. NULL: none.
 * *gap: bytes before the copy's first (negative) or behind its last (positive), 0 inside. */
struct copy *copies_at_locked(uintptr_t address, int64_t *gap);

/** Open what was touched: the pages of the copy, or the closed ones beside it. False: the kernel
 * refuses. */
bool copies_open_locked(struct copy *copy, int64_t gap, bool to_write);

/** Bytes held just now, and the most there were. */
uint64_t copies_live_bytes(void);

#endif
