/* follow: the records of a run while they are written: what was found, in one line each as it
 * happens. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RENDER_FOLLOW_H
#define RENDER_FOLLOW_H

#include "report/base/options.h"
#include "report/render/tree.h"

/** Follow the records of a folder that has none now. @first is called with the first process. */
void follow_begin(const char *folder, const struct options *options,
                  void (*first)(const struct process *process));

/** Read what was written since. */
void follow_more(void);

/** The last time: nothing will be written. The processes go into a tree; false, after a complaint,
 * when a record could not be read. */
bool follow_end(struct tree *tree);

#endif
