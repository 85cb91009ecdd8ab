/* voice: what the process says on standard error while it runs.
 *
 * Standard error is kept as a duplicate, as programs close theirs before they end; but for a file
 * without a name, in which test runners catch it for a while. Locks: LOCK_RECORD. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef REPORT_VOICE_H
#define REPORT_VOICE_H

#include "report/base/options.h"
#include "report/descriptor.h"

/** Note which file standard error is, before the program can change that. */
void voice_init(void);

/** Keep standard error; unless quiet say that we are here. @speaks false: nothing is ever said, as
 * the launcher does. */
void voice_begin(const struct report_options *options, unsigned n_hooks, const char *runtimes,
                 bool speaks);

/** A line, without its newline. */
void voice_say(const char *line);

/** More than a line, as it is. */
void voice_write(const char *bytes, size_t length);

/** Where it goes: for the renderer. .fd is -1 when that is gone. */
struct descriptor voice_descriptor(void);

#endif
