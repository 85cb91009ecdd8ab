/* nodes: what the nodes of a graph do and in which order, read from the driver's own graph.
 *
 * Threads: a graph is changed and launched by one thread at a time, as the driver asks for. Memory:
 * the arena; without it there are no nodes. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef HOOKS_CUDA_NODES_H
#define HOOKS_CUDA_NODES_H

#include <cuda.h>

#include "tracker/graph.h"

struct nodes;

/** Walk a graph and those inside it. NULL: it cannot be read. Give back with nodes_free(). */
struct nodes *nodes_walk(CUgraph graph);
void nodes_free(struct nodes *nodes);

/** In an order in which each comes behind those it depends on; good until the next change. */
const struct graph_node *nodes_list(const struct nodes *nodes, unsigned *n);

/** What a node of the graph that was walked has become; NULL for none. */
struct graph_node *nodes_find(struct nodes *nodes, uint64_t handle);
/** It does something else from now on. */
void nodes_replace(struct nodes *nodes, struct graph_node *node,
                   const struct order_access *accesses, unsigned n);
void nodes_enable(struct nodes *nodes, struct graph_node *node, bool enabled);
/** What it does is no longer sure. */
void nodes_weaken(struct nodes *nodes, struct graph_node *node);

/** The accesses of a kernel node; KERNEL_MOST of room. */
unsigned nodes_kernel(const CUDA_KERNEL_NODE_PARAMS *params, struct order_access *accesses);

#endif
