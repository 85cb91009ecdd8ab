/* number: the numbers of objects and of steps, each kind's from 1.
 *
 * Where several threads go the short way each takes a stock at once, so that they do not count in
 * turns; what it has not used it gives back when it goes the long way: one thread leaves no gap.
 * Threads: any, no lock; signal handlers too. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TRACKER_NUMBER_H
#define TRACKER_NUMBER_H

#include "tracker/object.h"

/** The first of n for objects of a kind; of n arrays from the thread's own stock. */
uint32_t number_objects(enum object_kind kind, uint32_t n);
uint32_t number_arrays(uint32_t n);

/** The first of n for steps. */
uint64_t number_steps(uint32_t n);

/** The same from the thread's own stock, above another step: in order within a thread, and within
 * an object whose step that is. */
uint64_t number_steps_after(uint64_t seq, uint32_t n);

/** The latest step's, below those of all steps that begin from now on. */
uint64_t number_last_step(void);

#endif
