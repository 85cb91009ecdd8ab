/* tell: turns objects and steps of timelines into lines of the record, and says findings.
 *
 * Locks: what ends in _locked wants the object's lock; the rest takes it and gives it back before
 * anything is said. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TRACKER_TELL_H
#define TRACKER_TELL_H

#include "report/finding.h"
#include "tracker/act.h"
#include "tracker/object.h"

/**
 * @row_name  names a hook row for an event's note, may be NULL
 * @all       every step goes to the record when it happens (events=all)
 */
void tell_init(const char *(*row_name)(uint16_t row), bool all);

/** The name of a hook row; NULL for a callback. */
const char *tell_row(uint16_t row);

/** The basename of a module; without one the innermost Python file of the stack; else "". */
void tell_who(int module, stack_id stack, char *to, size_t size);

/** The module or Python file of client_frame(); else "". */
void tell_user(stack_id stack, char *to, size_t size);

/** The object as it is now. */
void tell_object_locked(struct object *object);
/** The same with a state of the report's own: "never-released". */
void tell_object_as_locked(struct object *object, const char *state);
/** Bring the object's line up to date, if the record has one. Under no lock. */
void tell_again(struct object *object);

/** A step that was just logged: told with events=all, else kept for a finding. */
void tell_step_locked(struct object *object, struct transition *step);

/** Record the object's timeline, and its parent's before it, and name the steps in the finding. */
void tell_timeline_locked(struct object *object, struct finding *finding);

/** Record what was done on a device, and name the steps in the finding; before tell_finding(). */
void tell_deeds(struct finding *finding, const struct act *act);

/** Record what the finding names (object may be NULL), then report it. Under no lock. */
void tell_finding(struct finding *finding, struct object *object);

#endif
