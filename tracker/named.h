/* named: values that stand in an array's buffers in place of an address: handles of memory objects
 * of a runtime. Their bytes get a place in an address space of ours.
 *
 * Threads and locks: as order.h. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TRACKER_NAMED_H
#define TRACKER_NAMED_H

#include "report/base/base.h"

/** Room for so many bytes, where no program has any memory; never given out again. */
uintptr_t named_room(uint64_t size);

/** The value stands for the bytes from an address on; it no longer does. */
void named_add(uintptr_t value, uintptr_t at);
void named_remove(uintptr_t value);

/** What a value stands for; itself where it is no name. */
uintptr_t named_address(uintptr_t value);

void named_fork_child(void);

#endif
