/* alike: findings of one process that differ in nothing that is printed.
 *
 * A compiler that unrolls a loop, or inlines a function twice on a line, makes one call of several,
 * each with a return address of its own, and a finding for each is one too many. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RENDER_ALIKE_H
#define RENDER_ALIKE_H

#include "report/render/tree.h"

/** Makes one of them, the first. After trace_init() and tree_settle(). */
void alike_join(struct tree *tree);

#endif
