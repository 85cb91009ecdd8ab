/* execs: the table of executable graphs. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "hooks/execs.h"

#include "report/base/lock.h"
#include "report/base/memory.h"
#include "report/base/table.h"

struct exec {
    UT_hash_handle hh;
    uint64_t handle;
    struct nodes *nodes;
};

static struct exec *execs;
LOCK_DEFINE(lock, LOCK_RUNTIME)

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

void execs_made(uint64_t exec, const struct nodes_source *source, uintptr_t graph) {
    struct nodes *nodes = nodes_walk(source, graph);
    if (nodes)
        nodes_free(put(exec, nodes));
}

void execs_destroy(uint64_t handle) {
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

bool execs_is_known(uint64_t exec) {
    return nodes_of(exec);
}

void execs_launched(struct order_op *op, uint64_t exec) {
    const struct nodes *nodes = nodes_of(exec);
    unsigned n;
    if (!nodes)
        return;
    const struct graph_node *list = nodes_list(nodes, &n);
    graph_launched(op, exec, list, n);
}

static struct graph_node *find(uint64_t exec, uint64_t node, struct nodes **nodes) {
    *nodes = nodes_of(exec);
    return *nodes ? nodes_find(*nodes, node) : NULL;
}

void execs_replace(uint64_t exec, uint64_t handle, const struct order_access *accesses,
                   unsigned n) {
    struct nodes *nodes;
    struct graph_node *node = find(exec, handle, &nodes);
    if (node)
        nodes_replace(nodes, node, accesses, n);
}

void execs_record(uint64_t exec, uint64_t handle, uint64_t event) {
    struct nodes *nodes;
    struct graph_node *node = find(exec, handle, &nodes);
    if (node)
        node->records = event;
}

void execs_wait(uint64_t exec, uint64_t handle, uint64_t event) {
    struct nodes *nodes;
    struct graph_node *node = find(exec, handle, &nodes);
    if (node)
        node->waits = event;
}

void execs_enable(uint64_t exec, uint64_t handle, bool enabled) {
    struct nodes *nodes;
    struct graph_node *node = find(exec, handle, &nodes);
    if (node)
        nodes_enable(nodes, node, enabled);
}

void execs_weaken(uint64_t exec, uint64_t handle) {
    struct nodes *nodes;
    struct graph_node *node = find(exec, handle, &nodes);
    if (node)
        nodes_weaken(nodes, node);
}
