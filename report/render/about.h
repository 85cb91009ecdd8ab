/* about: what a report for programs says of the tool, the run and its processes, as
 * report.schema.json has it. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RENDER_ABOUT_H
#define RENDER_ABOUT_H

#include "report/render/format.h"

#include <jansson.h>

json_t *about_tool(const struct report *report);

/** The command that was started, else the first process. */
json_t *about_run(const struct report *report);
json_t *about_process(const struct report *report, const struct process *process);

json_t *about_environment(const struct report *report);

/** What was seen in all processes together. */
json_t *about_activity(const struct report *report);

#endif
