/* spans: the buffers of an array and its sync_event, read from the program's memory for hold.h.
 *
 * Does nothing until a runtime was used (order_is_active). Called outside the lock of any object.
 */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TRACKER_SPANS_H
#define TRACKER_SPANS_H

#include "tracker/event.h"

/** The tree crosses a boundary, or its type has become known. */
void spans_hold(struct object *root, const struct site *site);

/** A child was moved out of its tree: from now on it holds what is its own. */
void spans_moved(struct object *child, const struct site *site);

/** A release callback is entered or has returned. */
void spans_release(const struct event *event);

#endif
