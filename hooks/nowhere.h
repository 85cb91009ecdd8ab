/* nowhere: a crash that is a call of a struct's release, NULL since the first one.
 *
 * A second release past a struct that says it was released does not come to a thunk: it jumps to
 * address 0. Locks: takes what the tracker takes, none may be held. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef HOOKS_NOWHERE_H
#define HOOKS_NOWHERE_H

#include "report/stack.h"

/** This thread called address 0: judge it, where the struct that the call was given was released.
 * @given  the call's first argument, anything
 * @stack  of the crash */
void nowhere_called(uintptr_t given, stack_id stack);

#endif
