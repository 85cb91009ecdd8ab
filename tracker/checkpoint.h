/* checkpoint: what is new since the program last asked: for servers, notebooks and test suites. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TRACKER_CHECKPOINT_H
#define TRACKER_CHECKPOINT_H

#include "report/base/base.h"

/**
 * @says_live  say and count also each structure that lives and did not at the last checkpoint
 * @return     errors and warnings found since the last checkpoint of the process
 */
int checkpoint_take(bool says_live);

/** A forked child begins to count anew. */
void checkpoint_fork_child(void);

#endif
