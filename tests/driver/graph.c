/* graph: graphs built by hand or by capture, made executable, launched, looked at. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/driver/graph.h"

#include <stdlib.h>
#include <string.h>

#define MAGIC 0x64a94001u

struct CUgraphExec_st {
    CUgraph graph; /* of clones */
};

CUgraph graph_make(void) {
    CUgraph graph = calloc(1, sizeof(*graph));
    graph->magic = MAGIC;
    graph->last = &graph->first;
    return graph;
}

static void *copy_of(const void *data, size_t size) {
    return data ? memcpy(malloc(size), data, size) : NULL;
}

void graph_add_edge(CUgraphNode node, CUgraphNode after) {
    node->after = realloc(node->after, (node->n_after + 1) * sizeof(CUgraphNode));
    node->after[node->n_after++] = after;
}

static void nothing(void *data) {}

CUgraphNode graph_add(CUgraph graph, const struct work *work, const CUgraphNode *after, size_t n) {
    CUgraphNode node = calloc(1, sizeof(*node));
    *node = (struct CUgraphNode_st){.graph = graph,
                                    .type = work->type,
                                    .run = work->run ? work->run : nothing,
                                    .data = copy_of(work->data, work->size),
                                    .size = work->size,
                                    .params = copy_of(work->params, work->params_size),
                                    .params_size = work->params_size};
    for (size_t i = 0; i < n; i++)
        graph_add_edge(node, after[i]);
    *graph->last = node;
    graph->last = &node->next;
    return node;
}

CUgraphNode graph_add_clone(CUgraph graph, CUgraphNode node) {
    struct work work = {node->type, node->run,    node->data,
                        node->size, node->params, node->params_size};
    CUgraphNode clone = graph_add(graph, &work, NULL, 0);
    clone->event = node->event;
    clone->child = node->child;
    clone->original = node;
    return clone;
}

static CUgraphNode clone_of(CUgraph graph, CUgraphNode original) {
    CUgraphNode node = graph->first;
    while (node && node->original != original)
        node = node->next;
    return node;
}

static CUgraph clone(CUgraph graph) {
    CUgraph made = graph_make();
    for (CUgraphNode node = graph->first; node; node = node->next)
        graph_add_clone(made, node);
    for (CUgraphNode node = made->first; node; node = node->next)
        for (size_t i = 0; i < node->original->n_after; i++)
            graph_add_edge(node, clone_of(made, node->original->after[i]));
    return made;
}

/* Runs in the order of the edges, one node after another. */
static void run_nodes(CUgraph graph);

static void run_node(CUgraphNode node) {
    if (node->is_done)
        return;
    node->is_done = true;
    for (size_t i = 0; i < node->n_after; i++)
        run_node(node->after[i]);
    struct point point;
    driver_lock();
    bool is_recorded = node->event && event_point(node->event, &point);
    driver_unlock();
    if (node->is_disabled)
        return;
    if (node->type == CU_GRAPH_NODE_TYPE_WAIT_EVENT && is_recorded)
        stream_wait_point(point);
    if (node->child)
        run_nodes(node->child);
    void *data = copy_of(node->data, node->size);
    node->run(data);
    free(data);
}

static void run_nodes(CUgraph graph) {
    for (CUgraphNode node = graph->first; node; node = node->next)
        node->is_done = false;
    for (CUgraphNode node = graph->first; node; node = node->next)
        run_node(node);
}

static void run_exec(void *data) {
    run_nodes((*(CUgraphExec *)data)->graph);
}

static void record_events(CUgraph graph, struct point point) {
    for (CUgraphNode node = graph->first; node; node = node->next) {
        if (node->type == CU_GRAPH_NODE_TYPE_EVENT_RECORD) {
            driver_lock();
            event_set(node->event, point);
            driver_unlock();
        }
        if (node->child)
            record_events(node->child, point);
    }
}

PAIR(cuGraphLaunch, _ptsz, (CUgraphExec exec, CUstream handle), (exec, handle)) {
    struct stream *stream = stream_of(handle);
    if (!stream)
        return CUDA_ERROR_INVALID_HANDLE;
    record_events(exec->graph, stream_submit(stream, NULL, run_exec, copy_of(&exec, sizeof(exec))));
    return CUDA_SUCCESS;
}

PAIR(cuGraphUpload, _ptsz, (CUgraphExec exec, CUstream stream), (exec, stream)) {
    return CUDA_SUCCESS;
}

ENTRY(cuGraphCreate, (CUgraph * graph, unsigned flags), (graph, flags)) {
    *graph = graph_make();
    return CUDA_SUCCESS;
}

ENTRY(cuGraphDestroy, (CUgraph graph), (graph)) {
    graph->magic = 0;
    return CUDA_SUCCESS;
}

ENTRY(cuGraphClone, (CUgraph * made, CUgraph graph), (made, graph)) {
    *made = clone(graph);
    return CUDA_SUCCESS;
}

static CUresult instantiate(CUgraphExec *exec, CUgraph graph) {
    if (!graph || graph->magic != MAGIC)
        return CUDA_ERROR_INVALID_VALUE;
    *exec = calloc(1, sizeof(**exec));
    (*exec)->graph = clone(graph);
    return CUDA_SUCCESS;
}

ENTRY(cuGraphInstantiate_v2,
      (CUgraphExec * exec, CUgraph graph, CUgraphNode *wrong, char *log, size_t size),
      (exec, graph, wrong, log, size)) {
    return instantiate(exec, graph);
}

ENTRY(cuGraphInstantiate,
      (CUgraphExec * exec, CUgraph graph, CUgraphNode *wrong, char *log, size_t size),
      (exec, graph, wrong, log, size)) {
    return instantiate(exec, graph);
}

ENTRY(cuGraphInstantiateWithFlags, (CUgraphExec * exec, CUgraph graph, unsigned long long flags),
      (exec, graph, flags)) {
    return instantiate(exec, graph);
}

PAIR(cuGraphInstantiateWithParams, _ptsz,
     (CUgraphExec * exec, CUgraph graph, CUDA_GRAPH_INSTANTIATE_PARAMS *params),
     (exec, graph, params)) {
    params->result_out = CUDA_GRAPH_INSTANTIATE_SUCCESS;
    return instantiate(exec, graph);
}

ENTRY(cuGraphExecDestroy, (CUgraphExec exec), (exec)) {
    return CUDA_SUCCESS;
}

ENTRY(cuGraphExecUpdate_v2, (CUgraphExec exec, CUgraph graph, CUgraphExecUpdateResultInfo *info),
      (exec, graph, info)) {
    exec->graph = clone(graph);
    memset(info, 0, sizeof(*info));
    return CUDA_SUCCESS;
}

/* adding nodes */

static CUresult add(CUgraphNode *node, CUgraph graph, const CUgraphNode *after, size_t n,
                    const struct work *work, CUevent event) {
    if (!graph || graph->magic != MAGIC)
        return CUDA_ERROR_INVALID_VALUE;
    *node = graph_add(graph, work, after, n);
    (*node)->event = event;
    return CUDA_SUCCESS;
}

#define WHERE CUgraphNode *node, CUgraph graph, const CUgraphNode *after, size_t n
#define HERE  node, graph, after, n

ENTRY(cuGraphAddEmptyNode, (WHERE), (HERE)) {
    struct work work = {.type = CU_GRAPH_NODE_TYPE_EMPTY};
    return add(HERE, &work, NULL);
}

ENTRY(cuGraphAddMemcpyNode, (WHERE, const CUDA_MEMCPY3D *copy, CUcontext context),
      (HERE, copy, context)) {
    struct work work = copy_work_of_memcpy(copy);
    return add(HERE, &work, NULL);
}

ENTRY(cuGraphAddMemsetNode, (WHERE, const CUDA_MEMSET_NODE_PARAMS *set, CUcontext context),
      (HERE, set, context)) {
    struct work work = copy_work_of_memset(set);
    return add(HERE, &work, NULL);
}

static void run_host(void *data) {
    const CUDA_HOST_NODE_PARAMS *host = data;
    driver_in_host_function = true;
    host->fn(host->userData);
    driver_in_host_function = false;
}

ENTRY(cuGraphAddHostNode, (WHERE, const CUDA_HOST_NODE_PARAMS *host), (HERE, host)) {
    CUDA_HOST_NODE_PARAMS own = *host;
    struct work work = {CU_GRAPH_NODE_TYPE_HOST, run_host, &own, sizeof(own), host, sizeof(*host)};
    return add(HERE, &work, NULL);
}

ENTRY(cuGraphAddKernelNode_v2, (WHERE, const CUDA_KERNEL_NODE_PARAMS *kernel), (HERE, kernel)) {
    void *data = calloc(1, launch_size());
    if (!launch_set(data, kernel))
        return CUDA_ERROR_INVALID_VALUE;
    struct work work = {
        CU_GRAPH_NODE_TYPE_KERNEL, launch_run, data, launch_size(), kernel, sizeof(*kernel)};
    return add(HERE, &work, NULL);
}

ENTRY(cuGraphAddChildGraphNode, (WHERE, CUgraph child), (HERE, child)) {
    struct work work = {.type = CU_GRAPH_NODE_TYPE_GRAPH};
    CUresult result = add(HERE, &work, NULL);
    if (result == CUDA_SUCCESS)
        (*node)->child = clone(child);
    return result;
}

ENTRY(cuGraphAddEventRecordNode, (WHERE, CUevent event), (HERE, event)) {
    struct work work = {.type = CU_GRAPH_NODE_TYPE_EVENT_RECORD};
    return add(HERE, &work, event);
}

ENTRY(cuGraphAddEventWaitNode, (WHERE, CUevent event), (HERE, event)) {
    struct work work = {.type = CU_GRAPH_NODE_TYPE_WAIT_EVENT};
    return add(HERE, &work, event);
}

ENTRY(cuGraphAddMemAllocNode, (WHERE, CUDA_MEM_ALLOC_NODE_PARAMS *memory), (HERE, memory)) {
    struct point after_free;
    uintptr_t address;
    CUmemoryPool pool = driver_devices[0].pool;
    if (!pool || memory_take(memory->bytesize, pool, &after_free, &address) != CUDA_SUCCESS)
        return CUDA_ERROR_OUT_OF_MEMORY;
    memory->dptr = address;
    struct work work = {
        .type = CU_GRAPH_NODE_TYPE_MEM_ALLOC, .params = memory, .params_size = sizeof(*memory)};
    return add(HERE, &work, NULL);
}

ENTRY(cuGraphAddMemFreeNode, (WHERE, CUdeviceptr address), (HERE, address)) {
    struct work work = {
        .type = CU_GRAPH_NODE_TYPE_MEM_FREE, .params = &address, .params_size = sizeof(address)};
    return add(HERE, &work, NULL);
}

ENTRY(cuGraphAddDependencies,
      (CUgraph graph, const CUgraphNode *from, const CUgraphNode *to, size_t n),
      (graph, from, to, n)) {
    for (size_t i = 0; i < n; i++)
        graph_add_edge(to[i], from[i]);
    return CUDA_SUCCESS;
}

/* looking at nodes */

/* The two steps of such functions: how many there are, then as many as there is room for. */
static void list(CUgraphNode *out, size_t *n, CUgraphNode const *nodes, size_t n_nodes) {
    for (size_t i = 0; out && i < *n && i < n_nodes; i++)
        out[i] = nodes[i];
    if (!out || *n > n_nodes)
        *n = n_nodes;
}

ENTRY(cuGraphGetNodes, (CUgraph graph, CUgraphNode *nodes, size_t *n), (graph, nodes, n)) {
    CUgraphNode found[256];
    size_t n_found = 0;
    for (CUgraphNode node = graph->first; node && n_found < LENGTH(found); node = node->next)
        found[n_found++] = node;
    list(nodes, n, found, n_found);
    return CUDA_SUCCESS;
}

ENTRY(cuGraphNodeGetType, (CUgraphNode node, CUgraphNodeType *type), (node, type)) {
    *type = node->type;
    return CUDA_SUCCESS;
}

ENTRY(cuGraphNodeGetDependencies, (CUgraphNode node, CUgraphNode *after, size_t *n),
      (node, after, n)) {
    list(after, n, node->after, node->n_after);
    return CUDA_SUCCESS;
}

ENTRY(cuGraphNodeGetDependencies_v2,
      (CUgraphNode node, CUgraphNode *after, CUgraphEdgeData *edges, size_t *n),
      (node, after, edges, n)) {
    if (edges)
        memset(edges, 0, *n * sizeof(*edges));
    list(after, n, node->after, node->n_after);
    return CUDA_SUCCESS;
}

#define GETTER(name, type_, out_type)                                                              \
    ENTRY(name, (CUgraphNode node, out_type * out), (node, out)) {                                 \
        if (node->type != type_ || node->params_size != sizeof(*out))                              \
            return CUDA_ERROR_INVALID_VALUE;                                                       \
        memcpy(out, node->params, sizeof(*out));                                                   \
        return CUDA_SUCCESS;                                                                       \
    }
GETTER(cuGraphMemcpyNodeGetParams, CU_GRAPH_NODE_TYPE_MEMCPY, CUDA_MEMCPY3D)
GETTER(cuGraphMemsetNodeGetParams, CU_GRAPH_NODE_TYPE_MEMSET, CUDA_MEMSET_NODE_PARAMS)
GETTER(cuGraphHostNodeGetParams, CU_GRAPH_NODE_TYPE_HOST, CUDA_HOST_NODE_PARAMS)
GETTER(cuGraphMemAllocNodeGetParams, CU_GRAPH_NODE_TYPE_MEM_ALLOC, CUDA_MEM_ALLOC_NODE_PARAMS)
GETTER(cuGraphMemFreeNodeGetParams, CU_GRAPH_NODE_TYPE_MEM_FREE, CUdeviceptr)

ENTRY(cuGraphKernelNodeGetParams_v2, (CUgraphNode node, CUDA_KERNEL_NODE_PARAMS *out),
      (node, out)) {
    if (node->type != CU_GRAPH_NODE_TYPE_KERNEL)
        return CUDA_ERROR_INVALID_VALUE;
    memcpy(out, node->params, sizeof(*out));
    out->kernelParams = launch_params(node->data);
    out->extra = NULL;
    return CUDA_SUCCESS;
}

static CUresult event_of_node(CUgraphNode node, CUgraphNodeType type, CUevent *event) {
    *event = node->event;
    return node->type == type ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

ENTRY(cuGraphEventRecordNodeGetEvent, (CUgraphNode node, CUevent *event), (node, event)) {
    return event_of_node(node, CU_GRAPH_NODE_TYPE_EVENT_RECORD, event);
}

ENTRY(cuGraphEventWaitNodeGetEvent, (CUgraphNode node, CUevent *event), (node, event)) {
    return event_of_node(node, CU_GRAPH_NODE_TYPE_WAIT_EVENT, event);
}

ENTRY(cuGraphChildGraphNodeGetGraph, (CUgraphNode node, CUgraph *child), (node, child)) {
    *child = node->child;
    return child ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

/* changing what was made executable */

static CUresult set_params(CUgraphExec exec, CUgraphNode original, const struct work *work) {
    CUgraphNode node = clone_of(exec->graph, original);
    if (!node || node->type != work->type)
        return CUDA_ERROR_INVALID_VALUE;
    node->run = work->run;
    node->data = copy_of(work->data, work->size);
    node->params = copy_of(work->params, work->params_size);
    return CUDA_SUCCESS;
}

ENTRY(cuGraphExecMemcpyNodeSetParams,
      (CUgraphExec exec, CUgraphNode node, const CUDA_MEMCPY3D *copy, CUcontext context),
      (exec, node, copy, context)) {
    struct work work = copy_work_of_memcpy(copy);
    return set_params(exec, node, &work);
}

ENTRY(cuGraphExecMemsetNodeSetParams,
      (CUgraphExec exec, CUgraphNode node, const CUDA_MEMSET_NODE_PARAMS *set, CUcontext context),
      (exec, node, set, context)) {
    struct work work = copy_work_of_memset(set);
    return set_params(exec, node, &work);
}

ENTRY(cuGraphExecKernelNodeSetParams_v2,
      (CUgraphExec exec, CUgraphNode node, const CUDA_KERNEL_NODE_PARAMS *kernel),
      (exec, node, kernel)) {
    void *data = calloc(1, launch_size());
    if (!launch_set(data, kernel))
        return CUDA_ERROR_INVALID_VALUE;
    struct work work = {
        CU_GRAPH_NODE_TYPE_KERNEL, launch_run, data, launch_size(), kernel, sizeof(*kernel)};
    return set_params(exec, node, &work);
}

ENTRY(cuGraphExecHostNodeSetParams,
      (CUgraphExec exec, CUgraphNode node, const CUDA_HOST_NODE_PARAMS *host), (exec, node, host)) {
    CUDA_HOST_NODE_PARAMS own = *host;
    struct work work = {CU_GRAPH_NODE_TYPE_HOST, run_host, &own, sizeof(own), host, sizeof(*host)};
    return set_params(exec, node, &work);
}

ENTRY(cuGraphNodeSetEnabled, (CUgraphExec exec, CUgraphNode original, unsigned enabled),
      (exec, original, enabled)) {
    CUgraphNode node = clone_of(exec->graph, original);
    if (!node)
        return CUDA_ERROR_INVALID_VALUE;
    node->is_disabled = !enabled;
    return CUDA_SUCCESS;
}
