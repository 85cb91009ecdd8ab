/* altered: between which hand-overs members of a struct were changed that its producer allocated.
 *
 * Only where it crosses can a struct be looked at; what is found changed there was changed by who
 * had it until then. All under the object's lock. Without memory nothing is noted. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TRACKER_ALTERED_H
#define TRACKER_ALTERED_H

#include "tracker/event.h"

/** What was found at the first hand-over that showed it. */
struct altered {
    struct object_members members;
    stack_id stack, before; /* of that hand-over, and of what was seen of the object before */
    int holder;             /* module that had it until then, -1: code of none */
};

/** A live object crosses: look, before its holder changes. What was put back is forgotten. */
void altered_note_locked(const struct event *event);

/** What its struct held at this event, which is its release, was found there before; else NULL. */
const struct altered *altered_find(const struct event *event);

/** Its object ends. */
void altered_free(struct object *object);

#endif
