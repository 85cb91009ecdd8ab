/* Host functions of a graph release arrays behind the kernels that read them: one was captured on a
 * stream, and the graph is launched on another one; one was put into the graph by hand, and its
 * parameters are set again.
 *
 * expect: nothing
 * status: 0
 * seen: 2 arrays, 2 schemas */
/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/cuda/lib/stage.h"

static void CUDA_CB drop(void *data) {
    struct ArrowArray *array = data;
    array->release(array);
}

static void read_by_kernel(struct stage *stage, const struct ArrowDeviceArray *array) {
    CUdeviceptr values = values_of(array);
    size_t n = 0;
    void *params[] = {&stage->copy, &values, &n};
    OK(cuLaunchKernel(stage_kernel(), 1, 1, 1, 1, 1, 1, 0, stage->producer, params, NULL));
}

/* While the launch returns the graph has not begun. */
static void launch(struct stage *stage, CUgraphExec exec) {
    driver_hold(stage->consumer);
    OK(cuGraphLaunch(exec, stage->consumer));
    driver_let_go(stage->consumer);
    OK(cuStreamSynchronize(stage->consumer));
}

static CUgraph capture(struct stage *stage, struct ArrowDeviceArray *array, bool drops) {
    CUgraph graph;
    OK(cuStreamBeginCapture(stage->producer, CU_STREAM_CAPTURE_MODE_RELAXED));
    read_by_kernel(stage, array);
    if (drops)
        OK(cuLaunchHostFunc(stage->producer, drop, &array->array));
    OK(cuStreamEndCapture(stage->producer, &graph));
    return graph;
}

int main(void) {
    struct stage stage = stage_open();
    struct ArrowDeviceArray captured, added;
    CUgraphExec exec;
    CUgraphNode kernel, host;
    size_t n = 1;
    stage_give(CUDA, stage.column, NULL, &captured);
    CUgraph graph = capture(&stage, &captured, true);
    OK(cuGraphInstantiate(&exec, graph, 0));
    launch(&stage, exec);

    stage_give(CUDA, stage.column, NULL, &added);
    graph = capture(&stage, &added, false);
    OK(cuGraphGetNodes(graph, &kernel, &n));
    CUDA_HOST_NODE_PARAMS params = {.fn = drop, .userData = &captured.array};
    OK(cuGraphAddHostNode(&host, graph, &kernel, 1, &params));
    OK(cuGraphInstantiate(&exec, graph, 0));
    params.userData = &added.array;
    OK(cuGraphExecHostNodeSetParams(exec, host, &params));
    launch(&stage, exec);
    stage_close(&stage);
    return 0;
}
