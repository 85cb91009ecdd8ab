/* settings: the options a report is made with: what the record's header says the process ran with,
 * then --name=value of the command line. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RENDER_SETTINGS_H
#define RENDER_SETTINGS_H

#include "report/base/options.h"
#include "report/render/process.h"

struct settings {
    struct report_options report;
    struct shim_options shim; /* exit status policy, for the last line */
};

/** The defaults of options.def. */
void settings_init(struct settings *settings);

/** What the header of the process says; unknown options and types are skipped. */
void settings_read(struct settings *settings, const struct process *process);

/**
 * One option of the command line.
 *
 * @argument  "name=value" or "name", for 1
 * @return    NULL, or what is wrong with it: one sentence with the nearest name or what is allowed
 */
const char *settings_set(struct settings *settings, const char *argument);

/** Is a word in a comma list? */
bool settings_has(const char *list, const char *word);

#endif
