/* handler: may a signal handler of the program leave our code by a jump?
 *
 * Only where one might do hooks have to set the mask, at the price of two system calls each: so
 * that signals wait, and that faults come through inside a handler of the program, too. The Python
 * interpreter's own handlers note the signal and return. What is put into the kernel past libc's
 * functions is not seen; Go does that, and never jumps out of what is not Go. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SHIM_HANDLER_H
#define SHIM_HANDLER_H

#include <signal.h>

#include "report/base/base.h"

/** At the first structure: look at what there is, and keep an eye on it from here on. Idempotent.
 */
void handler_watch(void);

/** The program puts a handler in place. Safe in signal handlers. */
void handler_note(sighandler_t handler);

/** One was seen that might. Once true, always true; true before handler_watch(), too. */
bool handler_may_jump(void);

#endif
