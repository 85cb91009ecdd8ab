/* mask: with isolate, SIGSEGV and SIGBUS are never really blocked: the kernel kills a thread that
 * faults while they are, even where it only touched a copy. A thread sees the mask that it set or
 * was made with.
 *
 * What is sent to a thread that blocks it is sent again, to wait as without us for sigwait, for
 * signalfd or for being let through: from then on that thread really blocks it, until it sets its
 * mask again. Raw system calls are not seen. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SHIM_MASK_H
#define SHIM_MASK_H

#include <signal.h>

#include "report/base/base.h"

/** Once, at set-up, in the thread that runs it. */
void mask_init(bool isolates);
bool mask_is_kept(void);

/** The calling thread believes to have this signal blocked; with what mask a handler of it
 * interrupted the thread. */
bool mask_believes_blocked(int signal, const sigset_t *interrupted);

/** A signal was sent, and a handler of it interrupted this thread, which blocks it as far as it
 * knows: block it in fact, here and in the context that the handler returns to. */
void mask_hold(int signal, sigset_t *interrupted);

/** Really block what this thread believes to, while another program is to begin; and no more. */
void mask_give(void);
void mask_take_back(void);

/** An action as the kernel gets it, its mask without the two; what was taken out of it, to be put
 * back with mask_show(). */
unsigned mask_strip(sigset_t *mask);
void mask_show(sigset_t *mask, unsigned stripped);

#endif
