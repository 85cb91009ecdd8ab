/* pages: runs of pages for copies of buffers, at addresses that are used once and never again.
 *
 * Address space is reserved in large pieces that cost nothing; a page knows its run, so a fault
 * finds it without a lock. Locks: LOCK_PAGES, a leaf. Errors: NULL or false, never fatal. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TRACKER_PAGES_H
#define TRACKER_PAGES_H

#include "report/base/base.h"

#define PAGES_SIZE 4096u

/** How a run may be touched. */
enum pages_access { PAGES_CLOSED, PAGES_READ, PAGES_WRITE };

/** Pages from low to high; what lies outside begin to end is never open by itself. */
struct pages {
    uintptr_t low, begin, end, high;
};

/**
 * A new run, closed: `size` bytes, and pages before and behind them.
 *
 * @before, @size, @behind  bytes, rounded up to pages; at least one closed page comes behind
 * @owner                   what pages_owner() says of each page
 */
bool pages_take(struct pages *pages, size_t before, size_t size, size_t behind, void *owner);

/** What took the page of an address; NULL when it is none of ours or was forgotten. Any context. */
void *pages_owner(uintptr_t address);

/** The address lies in what was reserved. Any context. */
bool pages_is_ours(uintptr_t address);

/** The last byte that any run ever took before an address which none took, in the same piece; 0 for
 * an address that one did, or before which none did. */
uintptr_t pages_last_before(uintptr_t address);

/** Change whole pages. False when the kernel refuses (too many mappings). */
bool pages_set(uintptr_t begin, uintptr_t end, enum pages_access access);

/** What is about to be written gets its memory at once, which is cheaper than page by page. */
void pages_fill(uintptr_t begin, uintptr_t end);

/** Give the contents back to the kernel; the addresses stay taken. */
void pages_drop(const struct pages *pages);

/** The same, closed anew: nothing is left in the way of joining it with its neighbours. */
void pages_renew(const struct pages *pages);

/** Memory of one place, and its protection, is that of another from now on; whole pages of closed
 * runs. False: the kernel can't (Linux 5.7). */
bool pages_move(uintptr_t to, uintptr_t from, size_t size);

/** Nobody is asked for any more: pages_owner() says NULL. */
void pages_forget(const struct pages *pages);

#endif
