/* journal: line after line into the spool, each stack and module once, before what refers to it.
 *
 * Locks: LOCK_RECORD from journal_enter() to journal_leave(); all but those and journal_dropped()
 * are called between. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef REPORT_JOURNAL_H
#define REPORT_JOURNAL_H

#include "report/base/text.h"
#include "report/stack.h"

/** The line to fill. NULL in a signal handler that interrupted this thread in here: the line is
 * counted as dropped. */
struct text *journal_enter(void);

/** What comes until journal_leave() is worth the reserve. */
void journal_insist(void);

/** The line is complete: keep it, and begin another. One that was cut is dropped and counted. */
void journal_next(void);
void journal_leave(void);

/** Lines of their own, written when they were not yet. The line in the making is empty. */
void journal_module(int id);
void journal_stack(stack_id id);

/** Those written that have been unloaded since, once more. */
void journal_unloaded_modules(void);

/** Lines that were dropped so far. */
uint64_t journal_dropped(void);

void journal_fork_child(void);

#endif
