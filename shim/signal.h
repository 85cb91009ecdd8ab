/* signal: SEGV, BUS, ABRT, ILL and FPE from the first structure on: faults of peek are resumed, the
 * program's own handlers called as the kernel would, and what nobody handles is reported before the
 * process ends of it as it would have without us.
 *
 * The signal of report_signal, from the start on, asks for a snapshot; the program's own handler is
 * called as well.
 *
 * A signal that the program ignores is left ignored in the kernel too, so exec and posix_spawn need
 * nothing: they keep SIG_IGN and reset everything else. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SHIM_SIGNAL_H
#define SHIM_SIGNAL_H

#include "report/base/base.h"

/** @report_signal "USR2", "" for none */
void signal_init(const char *report_signal);

/** The first structure: install the handler. Idempotent. */
void signal_structures_began(void);

/** The handler alone, before any structure: with isolate, as soon as a thread wants to block one of
 * the signals that are never blocked. Idempotent. */
void signal_cover(void);

/** A hook is entered: this thread gets an alternate stack if it has none. Cheap after the first. */
void signal_enter_hook(void);

/** In a child of fork; one that is not followed gets the program's own dispositions back. */
void signal_fork_child(bool follow);

#endif
