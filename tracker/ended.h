/* ended: structs that a producer left released on purpose: nothing more comes, or nothing is there.
 *
 * Who hands such a one on says the same to the next, and no fault of what stood there before. The
 * latest of them are kept. Locks: LOCK_PAIR. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TRACKER_ENDED_H
#define TRACKER_ENDED_H

#include "tracker/object.h"

void ended_init(void);

/** A call that succeeded left the struct at this address released. */
void ended_note(uintptr_t address, enum object_kind kind);

/** True: that was the last that was seen of this address. @object what was last seen there, or NULL
 */
bool ended_is_last(uintptr_t address, enum object_kind kind, const struct object *object);

#endif
