/* spool: where the record's lines go: a file of the launcher's folder, or our own memory until the
 * end.
 *
 * In memory there is nothing that the host could close or overwrite, the budget holds, and a child
 * after fork has only to forget. The caller holds LOCK_RECORD. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef REPORT_SPOOL_H
#define REPORT_SPOOL_H

#include "report/base/base.h"

/* Its file's names: one that took not even a first line says so by its own, and is empty. */
#define SPOOL_ENDING ".jsonl"
#define SPOOL_UNKEPT ".unkept"
/* Beside records: the path of a program that was started and could not be watched. */
#define SPOOL_UNWATCHED ".unwatched"

/** Begin a new one: FOLDER/PID.jsonl, or memory when folder is "". False when the file cannot be
 * made; lines are dropped then. */
bool spool_begin(const char *folder);

/** Go on in memory: the file found no room for its first line, and becomes FOLDER/PID.unkept. */
void spool_give_up(void);

/** Add a line with its newline. Where memory is spent a reserve is left for what @insists. False
 * when it was dropped: it is there whole or not at all. */
bool spool_add(const char *line, size_t length, bool insists);

/** The file's path, "" for memory and when it could not be made. */
const char *spool_path(void);

/** Lines that were dropped so far. */
uint64_t spool_dropped(void);

/** Why the last of them could not be written, an errno. */
int spool_error(void);

/** The first line of all was kept: without it the others say little. */
bool spool_has_first(void);

/** Copy what was added so far into a descriptor; false when that failed. */
bool spool_copy(int fd);

/** In a forked child: the parent's is the parent's. */
void spool_fork_child(void);

#endif
