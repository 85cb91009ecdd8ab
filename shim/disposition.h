/* disposition: what the program believes its handlers of SEGV, BUS, ABRT, ILL and FPE, and of the
 * signal of report_signal, to be while ours stands in the kernel. sigaction, signal and their kin
 * are exported and keep the belief.
 *
 * Our handler carries the program's own mask and flags, so the kernel itself sets up the mask,
 * restarts calls and picks the stack as the program asked. What the program ignores is ignored in
 * the kernel too. Everything may be called from a signal handler. In a vfork child the exported
 * functions only pass through. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SHIM_DISPOSITION_H
#define SHIM_DISPOSITION_H

#include <signal.h>

#include "report/base/base.h"

typedef void (*disposition_handler)(int signal, siginfo_t *info, void *context);

/** Put our handler in the place of the program's, for all five. Idempotent. */
void disposition_install(disposition_handler handler);
/** The same for one signal besides, at the start: calls that it interrupts go on where they can. */
void disposition_install_report(int signal, disposition_handler handler);
bool disposition_is_installed(void);

/** The program's own come back. */
void disposition_remove(void);

/**
 * A signal came in: what the program wants done with it. A handler that is for one time only is
 * SIG_DFL afterwards.
 *
 * @return the program's action; SIG_DFL for a signal that is none of these
 */
struct sigaction disposition_take(int signal);

/** The kernel's default from here on, whatever the program believes. */
void disposition_default(int signal);

/** abort() is called: its signal comes to our handler even where the program ignores it. What libc
 * itself aborts for, as in assert(), does not call this. */
void disposition_expect_abort(void);

/** Around a fork: last before it, with all signals blocked from there on, and first after it, in
 * parent and child: the child would find what another thread had half changed, for good. */
void disposition_fork_prepare(void);
void disposition_fork_end(void);

/** With isolate: what the program ignores is really ignored while another program is to begin. */
void disposition_give(void);
void disposition_take_back(void);

#endif
