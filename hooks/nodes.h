/* nodes: what the nodes of a graph do and in which order, read from the runtime's own graph.
 *
 * Threads: a graph is changed and launched by one thread at a time, as the runtimes ask for.
 * Memory: the arena; without it there are no nodes. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef HOOKS_NODES_H
#define HOOKS_NODES_H

#include "tracker/graph.h"

/** Accesses that one node can have. */
#define NODES_MOST 64

/** What one node does. */
struct nodes_reading {
    struct order_access accesses[NODES_MOST];
    unsigned n;
    uint64_t records, waits; /* handles of events, 0 for none */
};

enum nodes_kind {
    NODES_READ,  /* the reading says what it does */
    NODES_CHILD, /* it stands for a graph */
    NODES_UNREAD /* it orders work in a way that cannot be read */
};

/** What a runtime answers; true is success. */
struct nodes_source {
    /* those of a graph; NULL asks for their number alone */
    bool (*nodes)(uintptr_t graph, uintptr_t *nodes, size_t *n);
    /* those that a node depends on; *n of room */
    bool (*after)(uintptr_t node, uintptr_t *after, size_t *n);
    bool (*child)(uintptr_t node, uintptr_t *graph);
    enum nodes_kind (*read)(uintptr_t node, struct nodes_reading *reading); /* zeroed before */
};

struct nodes;

/** Walk a graph and those inside it. NULL: it cannot be read. Give back with nodes_free(). */
struct nodes *nodes_walk(const struct nodes_source *source, uintptr_t graph);
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

#endif
