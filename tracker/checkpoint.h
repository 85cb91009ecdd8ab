/* checkpoint: what is new since the program last asked: for servers, notebooks and test suites. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TRACKER_CHECKPOINT_H
#define TRACKER_CHECKPOINT_H

#include "report/base/base.h"

/**
 * @of_live  count also each structure that lives and did not at the last such checkpoint
 * @is_said  and say it
 * @return   errors and warnings found since the last checkpoint of the process
 */
int checkpoint_take(bool of_live, bool is_said);

struct snapshot;

/** Record what is alive, the first 1000 structures, and count all. */
void checkpoint_snapshot(struct snapshot *snapshot);

/** Lines of what the last one counted, cut at a line's end, and their size with a 0. */
size_t checkpoint_tell(char *storage, size_t size);

/** A forked child begins to count anew. */
void checkpoint_fork_child(void);

#endif
