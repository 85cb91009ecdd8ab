/* closed: copies of released arrays, whose contents are kept for a while: oldest first out.
 *
 * What is about to be dropped is used again for new copies: its pages move, so the kernel need
 * neither clear nor find others. Locks: copies_lock; what ends in _locked wants it. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TRACKER_CLOSED_H
#define TRACKER_CLOSED_H

#include "tracker/copies.h"

/**
 * Where little is kept and much waits, new copies are made of what the caches still have.
 *
 * @most     bytes of all that are kept for who reads them late
 * @waiting  bytes beyond that wait for new copies to be made of them
 */
void closed_init(uint64_t most, uint64_t waiting);

/** The newest one; the oldest beyond the limit are dropped. */
void closed_add_locked(struct copy_map *map);

/** It is forgotten: dropped now, unless it was before. */
void closed_remove_locked(struct copy_map *map);

/**
 * Memory of what would soon be dropped for a new copy, with old contents, closed.
 *
 * @low, @end  pages of the new one; no lock held
 * @live       bytes that are held, and will be closed in their turn
 * @return     where that memory ends, low for none
 */
uintptr_t closed_reuse(uintptr_t low, uintptr_t end, uint64_t live);

#endif
