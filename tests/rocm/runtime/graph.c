/* graph: graphs, built by hand or captured, and what their nodes answer. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/rocm/runtime/runtime.h"

#define ADD   CUgraphNode *node, CUgraph graph, const CUgraphNode *after, size_t n
#define ADDED node, graph, after, n

static CUcontext context(void) {
    CUcontext current = NULL;
    cuCtxGetCurrent(&current);
    return current;
}

HIP(hipGraphCreate, (CUgraph * graph, unsigned flags), (graph, flags)) {
    return (int)cuGraphCreate(graph, flags);
}

HIP(hipGraphDestroy, (CUgraph graph), (graph)) {
    return (int)cuGraphDestroy(graph);
}

HIP(hipGraphAddEmptyNode, (ADD), (ADDED)) {
    return (int)cuGraphAddEmptyNode(ADDED);
}

HIP(hipGraphAddMemcpyNode, (ADD, const struct hip_parms *parms), (ADDED, parms)) {
    CUDA_MEMCPY3D box = copy_of_parms(parms);
    return (int)cuGraphAddMemcpyNode(ADDED, &box, context());
}

HIP(hipGraphMemcpyNodeGetParams, (CUgraphNode node, struct hip_parms *parms), (node, parms)) {
    CUDA_MEMCPY3D box;
    int result = (int)cuGraphMemcpyNodeGetParams(node, &box);
    memset(parms, 0, sizeof(*parms));
    parms->from.pitched =
        (struct hip_pitched){(void *)box.srcDevice, box.srcPitch, box.WidthInBytes, box.srcHeight};
    parms->to.pitched =
        (struct hip_pitched){(void *)box.dstDevice, box.dstPitch, box.WidthInBytes, box.dstHeight};
    parms->extent = (struct hip_place){box.WidthInBytes, box.Height, box.Depth};
    return result;
}

static CUDA_MEMSET_NODE_PARAMS of_set(const struct hip_memset *set) {
    return (CUDA_MEMSET_NODE_PARAMS){.dst = (CUdeviceptr)set->at,
                                     .elementSize = set->element_size,
                                     .width = set->width,
                                     .height = set->height,
                                     .pitch = set->pitch,
                                     .value = set->value};
}

HIP(hipGraphAddMemsetNode, (ADD, const struct hip_memset *set), (ADDED, set)) {
    CUDA_MEMSET_NODE_PARAMS params = of_set(set);
    return (int)cuGraphAddMemsetNode(ADDED, &params, context());
}

HIP(hipGraphMemsetNodeGetParams, (CUgraphNode node, struct hip_memset *set), (node, set)) {
    CUDA_MEMSET_NODE_PARAMS params;
    int result = (int)cuGraphMemsetNodeGetParams(node, &params);
    *set = (struct hip_memset){(void *)params.dst, params.elementSize, params.height,
                               params.pitch,       params.value,       params.width};
    return result;
}

static CUDA_KERNEL_NODE_PARAMS of_kernel(const struct hip_kernel *kernel) {
    CUfunction own = launch_function(kernel->function);
    return (CUDA_KERNEL_NODE_PARAMS){.func = own ? own : (CUfunction)kernel->function,
                                     .gridDimX = kernel->grid.x,
                                     .gridDimY = kernel->grid.y,
                                     .gridDimZ = kernel->grid.z,
                                     .blockDimX = kernel->block.x,
                                     .blockDimY = kernel->block.y,
                                     .blockDimZ = kernel->block.z,
                                     .kernelParams = kernel->params,
                                     .extra = kernel->extra};
}

HIP(hipGraphAddKernelNode, (ADD, const struct hip_kernel *kernel), (ADDED, kernel)) {
    CUDA_KERNEL_NODE_PARAMS params = of_kernel(kernel);
    return (int)cuGraphAddKernelNode_v2(ADDED, &params);
}

HIP(hipGraphKernelNodeGetParams, (CUgraphNode node, struct hip_kernel *kernel), (node, kernel)) {
    CUDA_KERNEL_NODE_PARAMS params;
    int result = (int)cuGraphKernelNodeGetParams_v2(node, &params);
    *kernel = (struct hip_kernel){
        .function = params.func, .params = params.kernelParams, .extra = params.extra};
    return result;
}

HIP(hipGraphAddEventRecordNode, (ADD, CUevent event), (ADDED, event)) {
    return (int)cuGraphAddEventRecordNode(ADDED, event);
}

HIP(hipGraphAddEventWaitNode, (ADD, CUevent event), (ADDED, event)) {
    return (int)cuGraphAddEventWaitNode(ADDED, event);
}

HIP(hipGraphEventRecordNodeGetEvent, (CUgraphNode node, CUevent *event), (node, event)) {
    return (int)cuGraphEventRecordNodeGetEvent(node, event);
}

HIP(hipGraphEventWaitNodeGetEvent, (CUgraphNode node, CUevent *event), (node, event)) {
    return (int)cuGraphEventWaitNodeGetEvent(node, event);
}

HIP(hipGraphGetNodes, (CUgraph graph, CUgraphNode *nodes, size_t *n), (graph, nodes, n)) {
    return (int)cuGraphGetNodes(graph, nodes, n);
}

HIP(hipGraphNodeGetDependencies, (CUgraphNode node, CUgraphNode *after, size_t *n),
    (node, after, n)) {
    CUgraphEdgeData edges[64];
    return (int)cuGraphNodeGetDependencies_v2(node, after, after ? edges : NULL, n);
}

HIP(hipGraphNodeGetType, (CUgraphNode node, int *type), (node, type)) {
    return (int)cuGraphNodeGetType(node, (CUgraphNodeType *)type);
}

HIP(hipGraphChildGraphNodeGetGraph, (CUgraphNode node, CUgraph *graph), (node, graph)) {
    return (int)cuGraphChildGraphNodeGetGraph(node, graph);
}

HIP(hipGraphInstantiate,
    (CUgraphExec * exec, CUgraph graph, CUgraphNode *wrong, char *log, size_t size),
    (exec, graph, wrong, log, size)) {
    return (int)cuGraphInstantiateWithFlags(exec, graph, 0);
}

HIP(hipGraphInstantiateWithFlags, (CUgraphExec * exec, CUgraph graph, unsigned long long flags),
    (exec, graph, flags)) {
    return (int)cuGraphInstantiateWithFlags(exec, graph, flags);
}

HIP(hipGraphExecUpdate, (CUgraphExec exec, CUgraph graph, CUgraphNode *wrong, int *how),
    (exec, graph, wrong, how)) {
    CUgraphExecUpdateResultInfo info = {0};
    int result = (int)cuGraphExecUpdate_v2(exec, graph, &info);
    *how = (int)info.result;
    return result;
}

HIP(hipGraphExecDestroy, (CUgraphExec exec), (exec)) {
    return (int)cuGraphExecDestroy(exec);
}

PAIR(hipGraphLaunch, (CUgraphExec exec, CUstream stream), (exec, stream), (exec, OWN(stream))) {
    return (int)cuGraphLaunch(exec, stream);
}
