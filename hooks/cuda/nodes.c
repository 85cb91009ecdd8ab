/* nodes: walks graphs of the driver; graphs inside graphs are put in place of their nodes. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "hooks/cuda/nodes.h"

#include "hooks/cuda/ask.h"
#include "hooks/cuda/copying.h"
#include "hooks/cuda/kernel.h"
#include "report/base/memory.h"

/** Graphs inside graphs inside graphs. */
#define MAX_DEPTH 8

struct node {
    uint64_t handle;
    struct order_access *accesses; /* its own, n_kept of them; while disabled the node has none */
    unsigned n_kept;
    unsigned *after;
    unsigned n_after;
};

struct nodes {
    unsigned n, room;
    bool is_incomplete; /* something in it cannot be read */
    struct graph_node *list;
    struct node *own;
};

/* the driver's answers */

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

unsigned nodes_kernel(const CUDA_KERNEL_NODE_PARAMS *params, struct order_access *accesses) {
    uintptr_t function = params->func ? (uintptr_t)params->func : (uintptr_t)params->kern;
    return kernel_accesses(function, params->kernelParams, params->extra, accesses);
}

/* what a node does */

static bool keep_accesses(struct node *node, const struct order_access *accesses, unsigned n) {
    node->accesses = n ? memory_alloc(n * sizeof(*accesses)) : NULL;
    node->n_kept = node->accesses ? n : 0;
    for (unsigned i = 0; i < node->n_kept; i++)
        node->accesses[i] = accesses[i];
    return node->n_kept == n;
}

static void show(struct nodes *nodes, unsigned i, bool enabled) {
    nodes->list[i].accesses = nodes->own[i].accesses;
    nodes->list[i].n_accesses = enabled ? nodes->own[i].n_kept : 0;
    nodes->list[i].after = nodes->own[i].after;
    nodes->list[i].n_after = nodes->own[i].n_after;
}

/* Index of the new node; -1: there are too many. */
static int add(struct nodes *nodes, CUgraphNode handle, const unsigned *after, unsigned n_after) {
    if (nodes->n == nodes->room) {
        nodes->is_incomplete = true;
        return -1;
    }
    struct node *node = &nodes->own[nodes->n];
    *node = (struct node){.handle = (uint64_t)handle};
    node->after = n_after ? memory_alloc(n_after * sizeof(*after)) : NULL;
    node->n_after = node->after ? n_after : 0;
    for (unsigned i = 0; i < node->n_after; i++)
        node->after[i] = after[i];
    nodes->list[nodes->n] = (struct graph_node){0};
    show(nodes, nodes->n, true);
    return (int)nodes->n++;
}

static void read_node(struct nodes *nodes, unsigned i, CUgraphNode handle, CUgraphNodeType type) {
    struct order_access accesses[BOX_MOST > KERNEL_MOST ? BOX_MOST : KERNEL_MOST];
    CUDA_KERNEL_NODE_PARAMS kernel;
    CUDA_MEMCPY3D copy;
    CUDA_MEMSET_NODE_PARAMS set;
    CUevent event = NULL;
    unsigned n = 0;
    switch ((int)type) {
    case CU_GRAPH_NODE_TYPE_KERNEL:
        n = get_kernel(handle, &kernel) == CUDA_SUCCESS ? nodes_kernel(&kernel, accesses) : 0;
        break;
    case CU_GRAPH_NODE_TYPE_MEMCPY:
        n = get_copy(handle, &copy) == CUDA_SUCCESS ? copying_of_copy(&copy, accesses) : 0;
        break;
    case CU_GRAPH_NODE_TYPE_MEMSET:
        n = get_set(handle, &set) == CUDA_SUCCESS ? copying_of_set(&set, accesses) : 0;
        break;
    case CU_GRAPH_NODE_TYPE_EVENT_RECORD:
        if (get_recorded(handle, &event) == CUDA_SUCCESS)
            nodes->list[i].records = (uint64_t)event;
        break;
    case CU_GRAPH_NODE_TYPE_WAIT_EVENT:
        if (get_awaited(handle, &event) == CUDA_SUCCESS)
            nodes->list[i].waits = (uint64_t)event;
        break;
    case CU_GRAPH_NODE_TYPE_HOST:
    case CU_GRAPH_NODE_TYPE_EMPTY:
    case CU_GRAPH_NODE_TYPE_MEM_ALLOC:
    case CU_GRAPH_NODE_TYPE_MEM_FREE:
        break;
    default: /* conditions, semaphores, waits for memory: order that cannot be read */
        nodes->is_incomplete = true;
    }
    keep_accesses(&nodes->own[i], accesses, n);
    show(nodes, i, true);
}

/* the walk */

/* One graph under the walk: its nodes, and what each has become. */
struct level {
    CUgraphNode *handles;
    int *indices; /* -1: not yet */
    size_t n;
};

static int index_of(const struct level *level, CUgraphNode handle) {
    for (size_t i = 0; i < level->n; i++)
        if (level->handles[i] == handle)
            return level->indices[i];
    return -1;
}

static int walk(struct nodes *nodes, CUgraph graph, int entry, unsigned depth);

/* A graph as a node: behind an entrance comes all that is in it, then a way out. */
static int walk_child(struct nodes *nodes, CUgraphNode handle, const unsigned *after, unsigned n,
                      unsigned depth) {
    CUgraph child;
    int entry = add(nodes, NULL, after, n);
    if (entry < 0 || depth == MAX_DEPTH || get_child(handle, &child) != CUDA_SUCCESS) {
        nodes->is_incomplete = true;
        return entry;
    }
    return walk(nodes, child, entry, depth + 1);
}

/* False: not all that it depends on has been walked. */
static bool walk_node(struct nodes *nodes, struct level *level, size_t i, int entry,
                      unsigned depth) {
    CUgraphNode before[64];
    CUgraphEdgeData edges[64];
    unsigned after[65], n_after = 0;
    size_t n = LENGTH(before);
    CUgraphNodeType type;
    CUgraphNode handle = level->handles[i];
    if (get_after(handle, before, edges, &n) != CUDA_SUCCESS ||
        get_type(handle, &type) != CUDA_SUCCESS) {
        nodes->is_incomplete = true;
        n = 0;
        type = CU_GRAPH_NODE_TYPE_EMPTY;
    }
    for (size_t j = 0; j < n && j < LENGTH(before); j++) {
        int index = index_of(level, before[j]);
        if (index < 0)
            return false;
        after[n_after++] = (unsigned)index;
    }
    if (entry >= 0 && n_after == 0)
        after[n_after++] = (unsigned)entry;
    if (type == CU_GRAPH_NODE_TYPE_GRAPH) {
        level->indices[i] = walk_child(nodes, handle, after, n_after, depth);
        return true;
    }
    level->indices[i] = add(nodes, handle, after, n_after);
    if (level->indices[i] >= 0)
        read_node(nodes, (unsigned)level->indices[i], handle, type);
    return true;
}

/* Round after round, as nodes come in no order. */
static void walk_level(struct nodes *nodes, struct level *level, int entry, unsigned depth) {
    size_t left = level->n, before = left + 1;
    while (left && left < before) {
        before = left;
        for (size_t i = 0; i < level->n; i++)
            if (level->indices[i] < 0 && nodes->n < nodes->room &&
                walk_node(nodes, level, i, entry, depth))
                left--;
    }
    if (left)
        nodes->is_incomplete = true;
}

/* Index of a node behind all of the graph; -1 for an empty one. */
static int walk(struct nodes *nodes, CUgraph graph, int entry, unsigned depth) {
    struct level level = {.n = 0};
    if (get_nodes(graph, NULL, &level.n) != CUDA_SUCCESS || level.n > GRAPH_MOST) {
        nodes->is_incomplete = true;
        return entry;
    }
    size_t n = level.n;
    level.handles = memory_alloc(n * sizeof(*level.handles));
    level.indices = memory_alloc(n * sizeof(*level.indices));
    unsigned *all = memory_alloc(n * sizeof(*all));
    int last = entry;
    if (n && level.handles && level.indices && all &&
        get_nodes(graph, level.handles, &level.n) == CUDA_SUCCESS) {
        unsigned n_all = 0;
        for (size_t i = 0; i < level.n; i++)
            level.indices[i] = -1;
        walk_level(nodes, &level, entry, depth);
        for (size_t i = 0; depth && i < level.n; i++)
            if (level.indices[i] >= 0)
                all[n_all++] = (unsigned)level.indices[i];
        last = depth ? add(nodes, NULL, all, n_all) : entry;
    }
    memory_free(level.handles, n * sizeof(*level.handles));
    memory_free(level.indices, n * sizeof(*level.indices));
    memory_free(all, n * sizeof(*all));
    return last;
}

static bool make_room(struct nodes *nodes, unsigned room) {
    struct nodes had = *nodes;
    nodes->list = memory_alloc(room * sizeof(*nodes->list));
    nodes->own = memory_alloc(room * sizeof(*nodes->own));
    nodes->room = nodes->list && nodes->own ? room : 0;
    nodes->n = had.n < nodes->room ? had.n : nodes->room;
    for (unsigned i = 0; i < nodes->n; i++) {
        nodes->list[i] = had.list[i];
        nodes->own[i] = had.own[i];
    }
    memory_free(had.list, had.room * sizeof(*had.list));
    memory_free(had.own, had.room * sizeof(*had.own));
    return nodes->room == room;
}

/* With room for the largest, of which only what was needed is kept. */
struct nodes *nodes_walk(CUgraph graph) {
    struct nodes *nodes = memory_alloc(sizeof(*nodes));
    if (!nodes)
        return NULL;
    if (make_room(nodes, GRAPH_MOST))
        walk(nodes, graph, -1, 0);
    make_room(nodes, nodes->n);
    for (unsigned i = 0; nodes->is_incomplete && i < nodes->n; i++)
        nodes_weaken(nodes, &nodes->list[i]);
    return nodes;
}

void nodes_free(struct nodes *nodes) {
    if (!nodes)
        return;
    for (unsigned i = 0; i < nodes->n; i++) {
        struct node *node = &nodes->own[i];
        memory_free(node->accesses, node->n_kept * sizeof(*node->accesses));
        memory_free(node->after, node->n_after * sizeof(*node->after));
    }
    memory_free(nodes->list, nodes->room * sizeof(*nodes->list));
    memory_free(nodes->own, nodes->room * sizeof(*nodes->own));
    memory_free(nodes, sizeof(*nodes));
}

const struct graph_node *nodes_list(const struct nodes *nodes, unsigned *n) {
    *n = nodes->n;
    return nodes->list;
}

struct graph_node *nodes_find(struct nodes *nodes, uint64_t handle) {
    for (unsigned i = 0; handle && i < nodes->n; i++)
        if (nodes->own[i].handle == handle)
            return &nodes->list[i];
    return NULL;
}

void nodes_replace(struct nodes *nodes, struct graph_node *node,
                   const struct order_access *accesses, unsigned n) {
    unsigned i = (unsigned)(node - nodes->list);
    struct node *own = &nodes->own[i];
    memory_free(own->accesses, own->n_kept * sizeof(*own->accesses));
    keep_accesses(own, accesses, n);
    show(nodes, i, true);
}

void nodes_enable(struct nodes *nodes, struct graph_node *node, bool enabled) {
    show(nodes, (unsigned)(node - nodes->list), enabled);
}

void nodes_weaken(struct nodes *nodes, struct graph_node *node) {
    struct node *own = &nodes->own[node - nodes->list];
    for (unsigned i = 0; i < own->n_kept; i++)
        own->accesses[i].flags |= ORDER_OPAQUE;
}
