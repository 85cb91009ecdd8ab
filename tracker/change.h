/* change: the state of an object after an event that was let through.
 *
 * Locks: what ends in _locked wants the object's lock. What has to wait until it is given back is
 * gathered. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TRACKER_CHANGE_H
#define TRACKER_CHANGE_H

#include "tracker/event.h"

struct verdicts;

/** What follows once the lock is given back. */
struct aftermath {
    struct object *dead; /* by next_dead, children before parents */
    struct object *last_dead;
    struct object *moved; /* children that left their parent, by next_dead */
    bool was_released;    /* a root is gone */
    bool has_moved;       /* it was seen at another address */
    bool is_back;         /* it is handed over once more */
};

/** The module that holds the object afterwards. Who takes a struct holds it; but what Arrow C++
 * imports belongs to whom it does so for. Under no lock: it may ask the loader. */
int change_holder(const struct event *event);

/** Log the event and change the state. */
void change_locked(const struct event *event, int holder, struct aftermath *aftermath);

/** Log an event that changes nothing (it was refused, or is about what stood there once). */
void change_log_locked(const struct event *event);

/** What was found is said: of its object once where that is enough, and not of what follows. */
void change_reported_locked(const struct event *event, const struct verdicts *verdicts);

/** The first step of a new root. */
void change_export_locked(struct object *object, const struct site *site);

/** The first step of a root that a draft noted; @noted  seq, time and thread of it. */
void change_export_noted_locked(struct object *root, const struct site *site,
                                const struct transition *noted);

/** A release that a draft noted: begun, or over when the object's state says so already. */
void change_release_noted_locked(struct object *object, const struct transition *noted);

/** Its struct was filled anew, with the object of that number: it can no longer be released there.
 */
void change_overwritten_locked(struct object *object, uint32_t by, const struct site *site);

#endif
