/* graph: captures and graphs of the software driver, as far as its other parts ask for them. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TESTS_DRIVER_GRAPH_H
#define TESTS_DRIVER_GRAPH_H

#include "tests/driver/driver.h"

struct CUgraphNode_st {
    CUgraph graph;
    CUgraphNode next; /* of the graph, in the order they were added */
    CUgraphNodeType type;
    void (*run)(void *);
    void *data; /* what it runs on; a clone has its own */
    size_t size;
    void *params; /* of the kind that its type has */
    size_t params_size;
    CUgraphNode *after;
    size_t n_after;
    CUevent event;
    CUgraph child;
    CUgraphNode original; /* of a clone */
    bool is_disabled, is_done;
};

struct CUgraph_st {
    unsigned magic;
    CUgraphNode first, *last;
};

CUgraph graph_make(void);
/** A node behind others; what it runs on and its params are copied. */
CUgraphNode graph_add(CUgraph graph, const struct work *work, const CUgraphNode *after, size_t n);
void graph_add_edge(CUgraphNode node, CUgraphNode after);
/** A node of the same kind in another graph. */
CUgraphNode graph_add_clone(CUgraph graph, CUgraphNode node);

/** Add work to the capture of a stream. */
CUresult graph_capture_work(struct stream *stream, const struct work *work);
/** An event recorded or waited for outside the graph. */
CUresult graph_capture_event(struct stream *stream, CUevent event, CUgraphNodeType type);
/** What the stream captured last; NULL for nothing. */
CUgraphNode graph_capture_tail(struct stream *stream);
/** The stream joins a capture behind a node. */
CUresult graph_capture_join(struct stream *stream, struct capture *capture, CUgraphNode after);

/** What launches need of kernels' parameters (launch.c). */
void **launch_params(void *data);
bool launch_set(void *data, const CUDA_KERNEL_NODE_PARAMS *params);
size_t launch_size(void);
void launch_run(void *data);
/** What nodes of copies and sets run on (copy.c): made from their params. */
struct work copy_work_of_memcpy(const CUDA_MEMCPY3D *params);
struct work copy_work_of_memset(const CUDA_MEMSET_NODE_PARAMS *params);

#endif
