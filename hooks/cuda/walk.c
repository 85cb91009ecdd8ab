/* walk: captures, and graphs that are launched as a whole. What each node does is read from the
 * real graph when it is made executable, however it was built. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "hooks/cuda/nodes.h"

#include "hooks/cuda/ask.h"
#include "hooks/cuda/copying.h"
#include "hooks/cuda/effects.h"
#include "hooks/cuda/kernel.h"
#include "report/base/lock.h"
#include "report/base/table.h"

/* An executable graph as it was walked, with what was changed since. */
struct exec {
    UT_hash_handle hh;
    uint64_t handle;
    struct nodes *nodes;
};

static struct exec *execs;
LOCK_DEFINE(lock, LOCK_RUNTIME)

void walk_capture_began(struct cuda_call *call) {
    struct order_stream stream = ask_stream(call);
    order_capture_began(&stream);
}

void walk_capture_ended(struct cuda_call *call) {
    struct order_stream stream = ask_stream(call);
    order_capture_ended(&stream);
}

static struct nodes *nodes_of(uint64_t handle) {
    struct exec *exec;
    lock_acquire(&lock);
    HASH_FIND(hh, execs, &handle, sizeof(handle), exec);
    lock_release(&lock);
    return exec ? exec->nodes : NULL;
}

/* Takes the nodes; those that were there before are given back. */
static struct nodes *put(uint64_t handle, struct nodes *nodes) {
    struct exec *exec, *made = memory_alloc(sizeof(*made));
    struct nodes *old = nodes;
    lock_acquire(&lock);
    HASH_FIND(hh, execs, &handle, sizeof(handle), exec);
    if (exec) {
        old = exec->nodes;
        exec->nodes = nodes;
    } else if (made) {
        *made = (struct exec){.handle = handle, .nodes = nodes};
        HASH_ADD(hh, execs, handle, sizeof(handle), made);
        old = made->hh.tbl ? NULL : nodes;
    }
    lock_release(&lock);
    if (exec || (made && !made->hh.tbl))
        memory_free(made, sizeof(*made));
    return old;
}

static void walk_graph(uint64_t handle, uintptr_t graph) {
    struct nodes *nodes = nodes_walk((CUgraph)graph);
    if (nodes)
        nodes_free(put(handle, nodes));
}

void walk_instantiated(struct cuda_call *call) {
    const uintptr_t *made = (const uintptr_t *)cuda_argument(call, ARG_NEW_EXEC);
    if (made)
        walk_graph(*made, cuda_argument(call, ARG_GRAPH));
}

void walk_updated(struct cuda_call *call) {
    walk_graph(cuda_argument(call, ARG_EXEC), cuda_argument(call, ARG_GRAPH));
}

void walk_destroy(struct cuda_call *call) {
    uint64_t handle = cuda_argument(call, ARG_EXEC);
    struct exec *exec;
    graph_destroyed(handle);
    lock_acquire(&lock);
    HASH_FIND(hh, execs, &handle, sizeof(handle), exec);
    if (exec)
        HASH_DELETE(hh, execs, exec);
    lock_release(&lock);
    if (!exec)
        return;
    nodes_free(exec->nodes);
    memory_free(exec, sizeof(*exec));
}

void walk_launched(struct cuda_call *call) {
    uint64_t handle = cuda_argument(call, ARG_EXEC);
    const struct nodes *nodes = nodes_of(handle);
    unsigned n;
    if (!nodes)
        return;
    cuda_locate(call);
    const struct graph_node *list = nodes_list(nodes, &n);
    graph_launched(&call->op, handle, list, n);
}

/* Changes hold for later launches; the node is named as it was in the graph. */

static struct graph_node *node_of(const struct cuda_call *call, struct nodes **nodes) {
    *nodes = nodes_of(cuda_argument(call, ARG_EXEC));
    return *nodes ? nodes_find(*nodes, cuda_argument(call, ARG_NODE)) : NULL;
}

static void replace(const struct cuda_call *call, const struct order_access *accesses, unsigned n) {
    struct nodes *nodes;
    struct graph_node *node = node_of(call, &nodes);
    if (node)
        nodes_replace(nodes, node, accesses, n);
}

void walk_set_memcpy(struct cuda_call *call) {
    struct order_access accesses[BOX_MOST];
    replace(call, accesses,
            copying_of_copy((const CUDA_MEMCPY3D *)cuda_argument(call, ARG_SLICES), accesses));
}

void walk_set_memset(struct cuda_call *call) {
    struct order_access accesses[BOX_MOST];
    const void *set = (const void *)cuda_argument(call, ARG_MEMSET);
    replace(call, accesses, copying_of_set(set, accesses));
}

void walk_set_kernel(struct cuda_call *call) {
    struct order_access accesses[KERNEL_MOST];
    const void *kernel = (const void *)cuda_argument(call, ARG_KERNEL);
    replace(call, accesses, nodes_kernel(kernel, accesses));
}

void walk_set_record(struct cuda_call *call) {
    struct nodes *nodes;
    struct graph_node *node = node_of(call, &nodes);
    if (node)
        node->records = cuda_argument(call, ARG_EVENT);
}

void walk_set_wait(struct cuda_call *call) {
    struct nodes *nodes;
    struct graph_node *node = node_of(call, &nodes);
    if (node)
        node->waits = cuda_argument(call, ARG_EVENT);
}

void walk_enabled(struct cuda_call *call) {
    struct nodes *nodes;
    struct graph_node *node = node_of(call, &nodes);
    if (node)
        nodes_enable(nodes, node, cuda_argument(call, ARG_FLAGS) != 0);
}

/* In a form that is not read: what the node did says little of what it does. */
void walk_set_unknown(struct cuda_call *call) {
    struct nodes *nodes;
    struct graph_node *node = node_of(call, &nodes);
    if (node)
        nodes_weaken(nodes, node);
}
