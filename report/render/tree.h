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
    size_t n_unwatched;        /* programs that they started and that cannot be watched */
    const char **unwatched;    /* a sentence each */
};

void tree_add(struct tree *tree, struct process *process);

/** A file beside the records, or in place of one (report/spool.h), is taken in; false: it is none.
 */
bool tree_add_note(struct tree *tree, const char *folder, const char *name);

/** What could not be seen of the processes, each once, and of what they started; an array of
 * strings. */
json_t *tree_limits(const struct tree *tree);

/** All are added: order, names, and equal findings made one. */
void tree_settle(struct tree *tree);

/** Number of the activity, added up; -1 when no process says. */
int64_t tree_activity(const struct tree *tree, const char *name);

/** Was it killed, does it still run, or did it leave past its library? One that had no room to say
 * its end does not lack it. */
bool tree_lacks_end(const struct process *process);

/** "etl (pid 4711)"; the result stays. */
const char *tree_person(const struct process *process);

/** The processes of a finding as a list of names: "4711, 4712 and 3 more". */
const char *tree_names_of(const struct finding *finding);

#endif
