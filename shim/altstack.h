/* altstack: alternate signal stacks for threads that have none, so that an overflow of the stack
 * can be reported. The program does not see them: sigaltstack is exported and hides ours.
 *
 * One small mapping a thread, taken at its first hook; those of ended threads are used again, so
 * there are never more than twice as many as threads were alive at once. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SHIM_ALTSTACK_H
#define SHIM_ALTSTACK_H

#include "report/base/base.h"

/** Give the calling thread one if it has none. Cheap when that is settled. */
void altstack_enter(void);

/** True when this address lies on our stack of the calling thread. */
bool altstack_holds(const void *address);

/**
 * In a handler on our stack, just before the program's own is called away from it: the thread has
 * none until altstack_return(), or, when the handler jumps out, until a hook is entered above the
 * frame at stack pointer `from`.
 */
void altstack_leave(uintptr_t from);
void altstack_return(void);

/** No alternate stack for this thread any more; it must not be on it. */
void altstack_disable(void);

void altstack_fork_child(void);

#endif
