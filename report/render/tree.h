/* tree: the processes of one run, or of the records of one command line, and what was found in them
 * together. The same in several processes is one finding: equal check, severity and places. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RENDER_TREE_H
#define RENDER_TREE_H

#include "report/render/process.h"

struct tree {
    size_t n_processes;
    struct process **processes; /* as they started */
    size_t n_findings;
    struct finding **findings; /* process after process */
    size_t n_unkept;           /* processes that found no room for a record */
};

void tree_add(struct tree *tree, struct process *process);

/** Is it the name of a file in place of a record (report/spool.h)? It is counted. */
bool tree_add_unkept(struct tree *tree, const char *name);

/** All are added: order, names, and equal findings made one. */
void tree_settle(struct tree *tree);

/** Number of the activity, added up; -1 when no process says. */
int64_t tree_activity(const struct tree *tree, const char *name);

/** "etl (pid 4711)"; the result stays. */
const char *tree_person(const struct process *process);

/** The processes of a finding as a list of names: "4711, 4712 and 3 more". */
const char *tree_names_of(const struct finding *finding);

#endif
