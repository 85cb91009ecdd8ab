/* crash: what is said when a fatal signal ends the process.
 *
 * Signal-safe as far as locks can be had; without them nothing is said. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TRACKER_CRASH_H
#define TRACKER_CRASH_H

#include "report/stack.h"

/** The innermost running callback is to blame; then the live objects are recorded. */
void crash_tell(int signal, stack_id stack);

#endif
