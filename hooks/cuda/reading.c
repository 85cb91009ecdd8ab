/* reading: graphs of the driver asked about their nodes. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "hooks/cuda/reading.h"

#include "hooks/cuda/ask.h"
#include "hooks/cuda/copying.h"
#include "hooks/cuda/kernel.h"

static CUresult get_nodes(CUgraph graph, CUgraphNode *nodes, size_t *n) {
    ASK("cuGraphGetNodes", (CUgraph, CUgraphNode *, size_t *), graph, nodes, n);
    return result;
}

static CUresult get_type(CUgraphNode node, CUgraphNodeType *type) {
    ASK("cuGraphNodeGetType", (CUgraphNode, CUgraphNodeType *), node, type);
    return result;
}

/* The older form, for drivers before 12.3. */
static CUresult get_after_plainly(CUgraphNode node, CUgraphNode *after, size_t *n) {
    ASK("cuGraphNodeGetDependencies", (CUgraphNode, CUgraphNode *, size_t *), node, after, n);
    return result;
}

static CUresult get_after(CUgraphNode node, CUgraphNode *after, CUgraphEdgeData *edges, size_t *n) {
    ASK("cuGraphNodeGetDependencies_v2", (CUgraphNode, CUgraphNode *, CUgraphEdgeData *, size_t *),
        node, after, edges, n);
    return result == CUDA_ERROR_NOT_FOUND ? get_after_plainly(node, after, n) : result;
}

static CUresult get_kernel(CUgraphNode node, CUDA_KERNEL_NODE_PARAMS *params) {
    ASK("cuGraphKernelNodeGetParams_v2", (CUgraphNode, CUDA_KERNEL_NODE_PARAMS *), node, params);
    return result;
}

static CUresult get_copy(CUgraphNode node, CUDA_MEMCPY3D *params) {
    ASK("cuGraphMemcpyNodeGetParams", (CUgraphNode, CUDA_MEMCPY3D *), node, params);
    return result;
}

static CUresult get_set(CUgraphNode node, CUDA_MEMSET_NODE_PARAMS *params) {
    ASK("cuGraphMemsetNodeGetParams", (CUgraphNode, CUDA_MEMSET_NODE_PARAMS *), node, params);
    return result;
}

static CUresult get_recorded(CUgraphNode node, CUevent *event) {
    ASK("cuGraphEventRecordNodeGetEvent", (CUgraphNode, CUevent *), node, event);
    return result;
}

static CUresult get_awaited(CUgraphNode node, CUevent *event) {
    ASK("cuGraphEventWaitNodeGetEvent", (CUgraphNode, CUevent *), node, event);
    return result;
}

static CUresult get_child(CUgraphNode node, CUgraph *graph) {
    ASK("cuGraphChildGraphNodeGetGraph", (CUgraphNode, CUgraph *), node, graph);
    return result;
}

unsigned reading_kernel(const CUDA_KERNEL_NODE_PARAMS *params, struct order_access *accesses) {
    uintptr_t function = params->func ? (uintptr_t)params->func : (uintptr_t)params->kern;
    return kernel_accesses(function, params->kernelParams, params->extra, accesses);
}

static bool read_list(uintptr_t graph, uintptr_t *nodes, size_t *n) {
    return get_nodes((CUgraph)graph, (CUgraphNode *)nodes, n) == CUDA_SUCCESS;
}

/* No more of them are asked for than there is room. */
static bool read_after(uintptr_t node, uintptr_t *after, size_t *n) {
    CUgraphEdgeData edges[NODES_MOST];
    *n = *n < NODES_MOST ? *n : NODES_MOST;
    return get_after((CUgraphNode)node, (CUgraphNode *)after, edges, n) == CUDA_SUCCESS;
}

static bool read_child(uintptr_t node, uintptr_t *graph) {
    return get_child((CUgraphNode)node, (CUgraph *)graph) == CUDA_SUCCESS;
}

static unsigned read_accesses(CUgraphNode node, CUgraphNodeType type,
                              struct order_access *accesses) {
    CUDA_KERNEL_NODE_PARAMS kernel;
    CUDA_MEMCPY3D copy;
    CUDA_MEMSET_NODE_PARAMS set;
    if (type == CU_GRAPH_NODE_TYPE_KERNEL && get_kernel(node, &kernel) == CUDA_SUCCESS)
        return reading_kernel(&kernel, accesses);
    if (type == CU_GRAPH_NODE_TYPE_MEMCPY && get_copy(node, &copy) == CUDA_SUCCESS)
        return copying_of_copy(&copy, accesses);
    if (type == CU_GRAPH_NODE_TYPE_MEMSET && get_set(node, &set) == CUDA_SUCCESS)
        return copying_of_set(&set, accesses);
    return 0;
}

static enum nodes_kind read_node(uintptr_t handle, struct nodes_reading *reading) {
    CUgraphNode node = (CUgraphNode)handle;
    CUgraphNodeType type;
    CUevent event = NULL;
    if (get_type(node, &type) != CUDA_SUCCESS)
        return NODES_UNREAD;
    switch ((int)type) {
    case CU_GRAPH_NODE_TYPE_KERNEL:
    case CU_GRAPH_NODE_TYPE_MEMCPY:
    case CU_GRAPH_NODE_TYPE_MEMSET:
        reading->n = read_accesses(node, type, reading->accesses);
        return NODES_READ;
    case CU_GRAPH_NODE_TYPE_EVENT_RECORD:
        reading->records = get_recorded(node, &event) == CUDA_SUCCESS ? (uint64_t)event : 0;
        return NODES_READ;
    case CU_GRAPH_NODE_TYPE_WAIT_EVENT:
        reading->waits = get_awaited(node, &event) == CUDA_SUCCESS ? (uint64_t)event : 0;
        return NODES_READ;
    case CU_GRAPH_NODE_TYPE_GRAPH:
        return NODES_CHILD;
    case CU_GRAPH_NODE_TYPE_HOST:
    case CU_GRAPH_NODE_TYPE_EMPTY:
    case CU_GRAPH_NODE_TYPE_MEM_ALLOC:
    case CU_GRAPH_NODE_TYPE_MEM_FREE:
        return NODES_READ;
    default: /* conditions, semaphores, waits for memory: order that cannot be read */
        return NODES_UNREAD;
    }
}

const struct nodes_source reading_source = {read_list, read_after, read_child, read_node};
