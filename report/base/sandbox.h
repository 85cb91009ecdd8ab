/* sandbox: whether the process's system calls pass a filter, which may end it at one that programs
 * of its kind do not make (seccomp(2)).
 *
 * What a filter from before the process began says is not to be had: calls that few programs make
 * are then not made by us either. Threads: any. errno stays. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef REPORT_BASE_SANDBOX_H
#define REPORT_BASE_SANDBOX_H

#include "report/base/base.h"

/** A filter is in force. Asks the kernel once, and not after sandbox_note(). */
bool sandbox_is_filtered(void);

/** The process has set up a filter. @children  it lets us start processes */
void sandbox_note(bool children);

/** No filter that we know of keeps us from starting a process. */
bool sandbox_lets_start(void);

#endif
