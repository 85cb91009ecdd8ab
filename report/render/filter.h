/* filter: which findings a report is to speak of. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RENDER_FILTER_H
#define RENDER_FILTER_H

#include "report/render/tree.h"

/** NULL: all. */
struct filter {
    const char *checks; /* comma list of slugs */
    const char *object; /* "array#17", "4711:array#17" */
    const char *module; /* pattern, as in a suppression's module: */
};

/**
 * One argument: "--check=SLUG,..", "--object=NAME", "--module=PATTERN".
 *
 * @wrong   out: what is wrong with it, else left alone
 * @return  false: it is none of these
 */
bool filter_take(struct filter *filter, const char *argument, const char **wrong);

/** Leave only what was asked for in the tree. */
void filter_apply(const struct filter *filter, struct tree *tree);

/** Is it the object of a name that may leave out the process? */
bool filter_is_object(const struct process *process, const char *object, const char *name);

#endif
