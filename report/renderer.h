/* renderer: starts arrowdev-check on the record at the end of the process, so that the host cannot
 * notice: no child it could collect, no SIGCHLD, nothing of our environment, a time limit.
 *
 * A reaper that shares our memory but has no exit signal starts the program as its own child and
 * waits for it; we wait for the reaper. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef REPORT_RENDERER_H
#define REPORT_RENDERER_H

#include "report/base/options.h"
#include "report/finding.h"

/**
 * Render the record. What the program prints goes to where voice_descriptor() leads.
 *
 * @counts  out: what the verdict stands on after suppressions
 * @return  NULL when it was done, else why not, for a person; lives for ever
 */
const char *renderer_run(const struct report_options *options, struct finding_counts *counts);

#endif
