/* watch: what the processes of a run are at, by the pages beside their records (report/live.h):
 * counts for --watch, and callbacks that do not come back. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RENDER_WATCH_H
#define RENDER_WATCH_H

#include "report/base/options.h"
#include "report/render/process.h"

/** NULL, or what is wrong with where the counts are to go. */
const char *watch_begin(const struct options *options);

/** A process has begun its record. */
void watch_add(struct process *process, const char *record);

/** Say what there is to say, once a second at most. */
void watch_tick(void);

/** The counts a last time; what was stuck in a process that was ended for it is found there. */
void watch_end(void);

#endif
