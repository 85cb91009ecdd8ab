/* host: what the host has waited for: one clock for all of its threads or, with host_clock=thread,
 * one for each, joined where threads meet in what can be seen: a lock that one leaves and another
 * enters, the start and the end of a thread.
 *
 * The first says what happened; the second what is promised, as far as promises are seen: its
 * findings are warnings. Locks: LOCK_ORDER; the caller holds it where nothing else is said. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TRACKER_HOST_H
#define TRACKER_HOST_H

#include "report/base/options.h"
#include "tracker/clock.h"

/** Which of the two. */
void host_init(const struct tracker_options *options);

bool host_is_per_thread(void);

/** What the calling thread is after; never NULL. */
struct clock *host_clock(void);

/** All threads are after this. */
bool host_is_sure(struct point point);

/** The calling thread leaves a lock, or enters one: what was before a leaving is before a later
 * entering. Outside the lock. */
void host_left(uintptr_t lock);
void host_entered(uintptr_t lock);

/** It starts a thread: all that are new are after this. Outside the lock. */
void host_starts_thread(void);

/** A thread, by its pthread_t, has ended and was waited for. Outside the lock. */
void host_joined(uint64_t thread);

void host_fork_child(void);

#endif
