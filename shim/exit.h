/* exit: every way a process ends, and the status it ends with.
 *
 * Normal ends (return from main, exit, quick_exit) run handlers that were registered before anyone
 * else's and so run last; `_exit`, `_Exit` and `abort` are exported. Fatal signals: signal.h;
 * exec: exec.c. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SHIM_EXIT_H
#define SHIM_EXIT_H

#include "report/base/options.h"

/** Register the handlers. Once, as early as can be. Keeps the pointer. */
void exit_init(const struct shim_options *options);

/** From here on the end of main is noted too: at the first structure, and before a fork: the child
 * may find libc's list of handlers locked for ever by a thread that it does not have. */
void exit_watch_main(void);

/** True when there may be something to write: a structure was seen, and this is no vfork child. */
bool exit_is_watched(void);

/** A finding of halt_on was made a moment ago: the report, then what `stop` says. */
void exit_halt(void);

/** A thread has crashed. While another one writes the report at the end of the process it would
 * have been gone without us, and what it stands on (an interpreter, a library's statics) may be
 * gone: it is kept in here for good, or until exec has failed. Does nothing at any other time. */
void exit_outlast(void);

/** In a child of fork, which does not have the thread that was ending its parent. */
void exit_fork_child(void);

/** An abrupt end is about to happen: write what there is, if watched. @status -1 for none. */
void exit_abruptly(const char *how, int status);

#endif
