/* memory: our own arena over mmap for everything that lives in the host process. The host's malloc
 * is never touched.
 *
 * Locks: LOCK_MEMORY, a leaf. Signals: none of it may be called from a handler that interrupted our
 * own code. Errors: NULL over the budget or when mmap fails; counted, never fatal. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef REPORT_BASE_MEMORY_H
#define REPORT_BASE_MEMORY_H

#include "report/base/base.h"

/** What the arena has done so far; sizes in bytes. */
struct memory_stats {
    size_t mapped;    /* asked of the kernel, never given back */
    size_t used;      /* handed out and not freed */
    size_t budget;    /* hard limit on mapped */
    uint64_t refused; /* allocations that came back NULL */
};

/** Set the hard limit in bytes (memory_budget_mb). May be called before or after the first
 * allocation. */
void memory_init(size_t budget);

/** Zeroed memory, aligned to 16 bytes. NULL when the budget is spent. */
void *memory_alloc(size_t size);

/** Give back what memory_alloc(size) returned; size must be the same. NULL is fine. */
void memory_free(void *memory, size_t size);

/** A copy of length bytes of a string plus a NUL, or NULL. Free with memory_free(copy, length + 1).
 */
char *memory_copy_string(const char *string, size_t length);

struct memory_stats memory_stats(void);

/** Less than an eighth of the budget is left. */
bool memory_is_short(void);

#endif
