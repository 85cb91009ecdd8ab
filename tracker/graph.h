/* graph: work that is launched as a whole: nodes with an order of their own.
 *
 * The adapter walks the real graph when it is instantiated or updated, and gives the same nodes at
 * each launch. Threads and locks: as order.h. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TRACKER_GRAPH_H
#define TRACKER_GRAPH_H

#include "tracker/order.h"

/** More nodes than this are taken as one, all their accesses ORDER_OPAQUE. */
#define GRAPH_MOST 4096

struct graph_node {
    const struct order_access *accesses;
    unsigned n_accesses;
    uint64_t records;      /* handle of the event that it records, 0 for none */
    uint64_t waits;        /* ... that it waits for */
    const unsigned *after; /* indices of the nodes it depends on, each lower than its own */
    unsigned n_after;
};

/** The op launches the graph. Launches of one @graph (its handle) are ordered one after another. */
void graph_launched(struct order_op *op, uint64_t graph, const struct graph_node *nodes,
                    unsigned n);
/** The handle is destroyed: it may come again. */
void graph_destroyed(uint64_t graph);
void graph_fork_child(void);

#endif
