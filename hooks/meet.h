/* meet: functions of libc in which threads meet: what one has done before is before what the other
 * does after. Looked at with host_clock=thread only. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef HOOKS_MEET_H
#define HOOKS_MEET_H

#include "report/base/base.h"

/** What is left before the call and entered after it: bits. */
enum meet_what {
    MEET_NONE = 0,
    MEET_FIRST = 1,  /* the lock that argument 1 points to */
    MEET_SECOND = 2, /* argument 2 */
    MEET_THREAD = 4, /* left: a new thread begins; entered: the one in argument 1 has ended */
    MEET_ANYWAY = 8, /* entered whatever the call returns, not only with 0 */
    MEET_BARRIER = MEET_FIRST | MEET_ANYWAY,
    MEET_CONDITION = MEET_FIRST | MEET_SECOND | MEET_ANYWAY /* and its lock, when time is up too */
};

void meet_before(unsigned leaves, uintptr_t first, uintptr_t second, uintptr_t caller);
void meet_after(unsigned enters, uintptr_t first, uintptr_t second, uintptr_t caller, int result);

#endif
