/* execs: executable graphs by their handles, as they were walked, with what was changed since.
 *
 * Threads: as nodes.h; the table of them has a lock of its own. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef HOOKS_EXECS_H
#define HOOKS_EXECS_H

#include "hooks/nodes.h"

/** It was made of this graph, or updated by it. */
void execs_made(uint64_t exec, const struct nodes_source *source, uintptr_t graph);
/** Before it is destroyed: the handle may come again. */
void execs_destroy(uint64_t exec);
bool execs_is_known(uint64_t exec);
/** The op launches it. */
void execs_launched(struct order_op *op, uint64_t exec);

/* Changes hold for later launches; the node is named as it was in the graph. */
void execs_replace(uint64_t exec, uint64_t node, const struct order_access *accesses, unsigned n);
void execs_record(uint64_t exec, uint64_t node, uint64_t event);
void execs_wait(uint64_t exec, uint64_t node, uint64_t event);
void execs_enable(uint64_t exec, uint64_t node, bool enabled);
/** In a form that is not read: what the node did says little of what it does. */
void execs_weaken(uint64_t exec, uint64_t node);

#endif
