/* graphs: builds the graphs of scenarios: nodes as write:RANGE<0,1, behind the 0th and the 1st. */
/* SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>
#include <string.h>

#include "tests/driver/play/play.h"

static CUdeviceptr scratch;
static CUcontext context;

static unsigned cut_after(char *word, const CUgraphNode *nodes, CUgraphNode *after) {
    char *before = strchr(word, '<');
    unsigned n = 0;
    if (before)
        *before++ = '\0';
    while (before && *before) {
        after[n++] = nodes[strtoul(before, &before, 10)];
        before += *before == ',';
    }
    return n;
}

static void add_copy(CUgraphNode *node, CUgraph graph, const CUgraphNode *after, unsigned n,
                     struct play_range from) {
    CUDA_MEMCPY3D copy = {.srcMemoryType = CU_MEMORYTYPE_UNIFIED,
                          .srcDevice = from.at,
                          .dstMemoryType = CU_MEMORYTYPE_UNIFIED,
                          .dstDevice = scratch,
                          .WidthInBytes = from.size,
                          .Height = 1,
                          .Depth = 1};
    OK(cu.cuGraphAddMemcpyNode(node, graph, after, n, &copy, context));
}

static void add_set(CUgraphNode *node, CUgraph graph, const CUgraphNode *after, unsigned n,
                    struct play_range to) {
    CUDA_MEMSET_NODE_PARAMS set = {
        .dst = to.at, .elementSize = 1, .width = to.size, .height = 1, .pitch = to.size};
    OK(cu.cuGraphAddMemsetNode(node, graph, after, n, &set, context));
}

static void add_kernel(CUgraphNode *node, CUgraph graph, const CUgraphNode *after, unsigned n,
                       struct play_range to) {
    bool is_const = false;
    void *params[] = {&to.at};
    CUDA_KERNEL_NODE_PARAMS kernel = {.func = play_kernel(&is_const, 1),
                                      .gridDimX = 1,
                                      .gridDimY = 1,
                                      .gridDimZ = 1,
                                      .blockDimX = 1,
                                      .blockDimY = 1,
                                      .blockDimZ = 1,
                                      .kernelParams = params};
    OK(cu.cuGraphAddKernelNode(node, graph, after, n, &kernel));
}

static void add_node(char *word, CUgraph graph, const CUgraphNode *nodes, CUgraphNode *node) {
    CUgraphNode after[PLAY_WORDS];
    unsigned n = cut_after(word, nodes, after);
    char *argument = strchr(word, ':');
    argument = argument ? argument + 1 : word;
    if (strncmp(word, "record:", 7) == 0)
        OK(cu.cuGraphAddEventRecordNode(node, graph, after, n, play_event_of(argument)));
    else if (strncmp(word, "wait:", 5) == 0)
        OK(cu.cuGraphAddEventWaitNode(node, graph, after, n, play_event_of(argument)));
    else if (strcmp(word, "none") == 0)
        OK(cu.cuGraphAddEmptyNode(node, graph, after, n));
    else if (word[0] == 'w')
        add_set(node, graph, after, n, play_range_of(argument));
    else if (word[0] == 'r')
        add_copy(node, graph, after, n, play_range_of(argument));
    else
        add_kernel(node, graph, after, n, play_range_of(argument));
}

CUgraph play_graph(char **words, unsigned n, CUdeviceptr to, CUcontext in) {
    CUgraph graph;
    CUgraphNode nodes[PLAY_WORDS];
    scratch = to;
    context = in;
    OK(cu.cuGraphCreate(&graph, 0));
    for (unsigned i = 0; i < n; i++)
        add_node(words[i], graph, nodes, &nodes[i]);
    return graph;
}
