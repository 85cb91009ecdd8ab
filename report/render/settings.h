/* settings: the options a report is made with: what the record's header says the process ran with,
 * then --name=value of the command line. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RENDER_SETTINGS_H
#define RENDER_SETTINGS_H

#include "report/base/options.h"
#include "report/render/process.h"

/** What the header of the process says; unknown options and types are skipped. */
void settings_read(struct options *settings, const struct process *process);

/**
 * One option of the command line, of those that a report is made with.
 *
 * @argument  "name=value" or "name", for 1
 * @return    NULL, or what is wrong with it: one sentence with the nearest name or what is allowed
 */
const char *settings_set(struct options *settings, const char *argument);

/** Is a word in a comma list? */
bool settings_has(const char *list, const char *word);

/** What is wrong with the words of `checks` and `halt_on`: the first that names none, or NULL. */
const char *settings_wrong_checks(const struct tracker_options *options);

/** Of a check, as `checks` has it. */
enum severity settings_severity(const struct options *options, const struct check *check);

/** Does the process stop, to be looked at, after a finding of this check? */
bool settings_stops(const struct options *options, const struct check *check);

#endif
