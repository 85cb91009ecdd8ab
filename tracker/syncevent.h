/* syncevent: events of a runtime, by handle: what was recorded in them and who relies on it.
 *
 * A handle names one event after another; each has its own generation. What a destroyed event had
 * recorded is kept while an array names it as its sync_event. Threads and locks: as order.h. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TRACKER_SYNCEVENT_H
#define TRACKER_SYNCEVENT_H

#include "tracker/order.h"

enum syncevent_kind {
    SYNCEVENT_NORMAL,
    SYNCEVENT_FOREIGN,     /* of another process or API: taken as recorded, nothing known of what */
    SYNCEVENT_CAPTURED,    /* recorded while its stream was captured */
    SYNCEVENT_PROGRAMMATIC /* recorded by a kernel attribute: fires before the kernel is done */
};

/** @context, @device  those it belongs to, -1 for a device not known. An event not met before is
 * FOREIGN. */
void syncevent_created(uint64_t event, enum syncevent_kind kind, uint64_t context, int64_t device);
/** About to be destroyed; waits on it stay as they are. */
void syncevent_destroyed(uint64_t event, const struct site *site);
bool syncevent_is_known(uint64_t event);

/** The op is a record of the event, or (PROGRAMMATIC) a kernel that records it. */
void syncevent_recorded(struct order_op *op, uint64_t event, enum syncevent_kind kind);
/** A record that failed; the event stays as it was. @why lives for ever */
void syncevent_record_failed(uint64_t event, const char *why);
/** All work of a context is recorded. */
void syncevent_recorded_context(uint64_t event, uint64_t context, const struct site *site);

#endif
