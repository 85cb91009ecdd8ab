/* nodes: walks graphs of a runtime; graphs inside graphs are put in place of their nodes. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "hooks/nodes.h"

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
    const struct nodes_source *source;
    unsigned n, room;
    bool is_incomplete; /* something in it cannot be read */
    struct graph_node *list;
    struct node *own;
};

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
static int add(struct nodes *nodes, uintptr_t handle, const unsigned *after, unsigned n_after) {
    if (nodes->n == nodes->room) {
        nodes->is_incomplete = true;
        return -1;
    }
    struct node *node = &nodes->own[nodes->n];
    *node = (struct node){.handle = handle};
    node->after = n_after ? memory_alloc(n_after * sizeof(*after)) : NULL;
    node->n_after = node->after ? n_after : 0;
    for (unsigned i = 0; i < node->n_after; i++)
        node->after[i] = after[i];
    nodes->list[nodes->n] = (struct graph_node){0};
    show(nodes, nodes->n, true);
    return (int)nodes->n++;
}

static void keep_reading(struct nodes *nodes, int i, const struct nodes_reading *reading) {
    if (i < 0)
        return;
    nodes->list[i].records = reading->records;
    nodes->list[i].waits = reading->waits;
    keep_accesses(&nodes->own[i], reading->accesses, reading->n);
    show(nodes, (unsigned)i, true);
}

/* the walk */

/* One graph under the walk: its nodes, and what each has become. */
struct level {
    uintptr_t *handles;
    int *indices; /* -1: not yet */
    size_t n;
};

static int index_of(const struct level *level, uintptr_t handle) {
    for (size_t i = 0; i < level->n; i++)
        if (level->handles[i] == handle)
            return level->indices[i];
    return -1;
}

static int walk(struct nodes *nodes, uintptr_t graph, int entry, unsigned depth);

/* A graph as a node: behind an entrance comes all that is in it, then a way out. */
static int walk_child(struct nodes *nodes, uintptr_t handle, const unsigned *after, unsigned n,
                      unsigned depth) {
    uintptr_t child;
    int entry = add(nodes, 0, after, n);
    if (entry < 0 || depth == MAX_DEPTH || !nodes->source->child(handle, &child)) {
        nodes->is_incomplete = true;
        return entry;
    }
    return walk(nodes, child, entry, depth + 1);
}

/* False: not all that it depends on has been walked. */
static bool walk_node(struct nodes *nodes, struct level *level, size_t i, int entry,
                      unsigned depth) {
    uintptr_t before[NODES_MOST], handle = level->handles[i];
    unsigned after[NODES_MOST + 1], n_after = 0;
    size_t n = LENGTH(before);
    if (!nodes->source->after(handle, before, &n)) {
        nodes->is_incomplete = true;
        n = 0;
    }
    for (size_t j = 0; j < n && j < LENGTH(before); j++) {
        int index = index_of(level, before[j]);
        if (index < 0)
            return false;
        after[n_after++] = (unsigned)index;
    }
    if (entry >= 0 && n_after == 0)
        after[n_after++] = (unsigned)entry;
    struct nodes_reading reading = {.n = 0};
    enum nodes_kind kind = nodes->source->read(handle, &reading);
    nodes->is_incomplete |= kind == NODES_UNREAD;
    if (kind == NODES_CHILD)
        level->indices[i] = walk_child(nodes, handle, after, n_after, depth);
    else
        keep_reading(nodes, level->indices[i] = add(nodes, handle, after, n_after), &reading);
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
static int walk(struct nodes *nodes, uintptr_t graph, int entry, unsigned depth) {
    struct level level = {.n = 0};
    if (!nodes->source->nodes(graph, NULL, &level.n) || level.n > GRAPH_MOST) {
        nodes->is_incomplete = true;
        return entry;
    }
    size_t n = level.n;
    level.handles = memory_alloc(n * sizeof(*level.handles));
    level.indices = memory_alloc(n * sizeof(*level.indices));
    unsigned *all = memory_alloc(n * sizeof(*all));
    int last = entry;
    if (n && level.handles && level.indices && all &&
        nodes->source->nodes(graph, level.handles, &level.n)) {
        unsigned n_all = 0;
        for (size_t i = 0; i < level.n; i++)
            level.indices[i] = -1;
        walk_level(nodes, &level, entry, depth);
        for (size_t i = 0; depth && i < level.n; i++)
            if (level.indices[i] >= 0)
                all[n_all++] = (unsigned)level.indices[i];
        last = depth ? add(nodes, 0, all, n_all) : entry;
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
struct nodes *nodes_walk(const struct nodes_source *source, uintptr_t graph) {
    struct nodes *nodes = memory_alloc(sizeof(*nodes));
    if (!nodes)
        return NULL;
    nodes->source = source;
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
