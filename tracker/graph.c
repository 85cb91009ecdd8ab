/* graph: each node has its own clock, what is before the launch and what its ancestors wait for. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "tracker/graph.h"

#include "report/base/memory.h"
#include "tracker/access.h"
#include "tracker/syncevent.h"

struct launched {
    UT_hash_handle hh;
    uint64_t graph;
    struct clock clock; /* after its last launch */
};

static struct launched *launches; /* by graph */

/* What a node comes after, by index: bits of a row of the matrix. */
struct walk {
    struct order_op *op;
    const struct graph_node *nodes;
    unsigned n;
    uint64_t *ancestors; /* n rows of n_words */
    unsigned n_words;
    struct clock *brought; /* by node: of the event that it waits for */
    struct clock base;     /* at the launch */
};

static struct launched *find(uint64_t graph) {
    struct launched *launched;
    HASH_FIND(hh, launches, &graph, sizeof(graph), launched);
    return launched;
}

static struct launched *find_or_add(uint64_t graph) {
    struct launched *launched = find(graph);
    if (launched)
        return launched;
    launched = memory_alloc(sizeof(*launched));
    if (!launched)
        return NULL;
    launched->graph = graph;
    HASH_ADD(hh, launches, graph, sizeof(graph), launched);
    if (launched->hh.tbl)
        return launched;
    memory_free(launched, sizeof(*launched));
    return NULL;
}

static bool comes_after(const struct walk *walk, unsigned node, unsigned other) {
    return walk->ancestors[node * walk->n_words + other / 64] >> other % 64 & 1;
}

static void find_ancestors(struct walk *walk) {
    for (unsigned i = 0; i < walk->n; i++) {
        uint64_t *row = walk->ancestors + i * walk->n_words;
        for (unsigned k = 0; k < walk->nodes[i].n_after; k++) {
            unsigned before = walk->nodes[i].after[k];
            if (before >= i)
                continue;
            const uint64_t *other = walk->ancestors + before * walk->n_words;
            for (unsigned w = 0; w < walk->n_words; w++)
                row[w] |= other[w];
            row[before / 64] |= 1ull << before % 64;
        }
    }
}

static void bring(struct walk *walk, unsigned i) {
    struct order_op *op = walk->op;
    struct syncevent *event = syncevent_of(walk->nodes[i].waits);
    if (!event)
        return;
    const struct deed deed = act_deed(DEED_WAIT, op->timeline->stream, op->site);
    syncevent_join(event, &walk->brought[i]);
    if (syncevent_is_unknown(event))
        timeline_taint_until(&walk->brought[i], op->point);
    syncevent_waited(event, &deed, &op->acts);
}

/* An event in a graph gates what depends on its node, and nothing else. */
static void join_before(const struct walk *walk, unsigned node, struct clock *clock) {
    timeline_copy(clock, &walk->base);
    for (unsigned i = 0; i <= node; i++)
        if (walk->brought[i].n && (i == node || comes_after(walk, node, i)))
            timeline_join(clock, &walk->brought[i]);
}

static void exclude(const struct walk *walk, unsigned record, struct syncevent *event) {
    for (unsigned i = 0; i < walk->n; i++) {
        const struct graph_node *node = &walk->nodes[i];
        for (unsigned k = 0; k < node->n_accesses && !comes_after(walk, record, i); k++)
            if (node->accesses[k].effect != ORDER_READ)
                syncevent_exclude(event, node->accesses[k].at,
                                  node->accesses[k].at +
                                      (node->accesses[k].size ? node->accesses[k].size : 1));
    }
}

static void record(const struct walk *walk, unsigned i, const struct clock *clock) {
    struct order_op *op = walk->op;
    struct syncevent *event = syncevent_of(walk->nodes[i].records);
    if (!event)
        return;
    const struct deed deed = act_deed(DEED_RECORD, op->timeline->stream, op->site);
    syncevent_set(event, op->point, clock, op->timeline, &deed, &op->acts);
    exclude(walk, i, event);
}

static void run_node(const struct walk *walk, unsigned i, struct clock *clock) {
    const struct graph_node *node = &walk->nodes[i];
    struct access_by by = {.point = walk->op->point,
                           .clock = clock,
                           .timeline = walk->op->timeline,
                           .site = walk->op->site,
                           .acts = &walk->op->acts};
    join_before(walk, i, clock);
    if (node->records)
        record(walk, i, clock);
    access_apply_all(&by, node->accesses, node->n_accesses);
}

static void run(struct walk *walk) {
    struct clock clock = {0};
    timeline_copy(&walk->base, &walk->op->timeline->clock);
    find_ancestors(walk);
    for (unsigned i = 0; i < walk->n; i++)
        if (walk->nodes[i].waits)
            bring(walk, i);
    for (unsigned i = 0; i < walk->n; i++)
        run_node(walk, i, &clock);
    for (unsigned i = 0; i < walk->n; i++) {
        if (walk->brought[i].n)
            timeline_absorb(walk->op->timeline, &walk->brought[i]);
        clock_free(&walk->brought[i]);
    }
    clock_free(&walk->base);
    clock_free(&clock);
}

static void run_with_memory(struct walk *walk) {
    size_t n_ancestors = (size_t)walk->n * walk->n_words;
    walk->ancestors = memory_alloc(n_ancestors * sizeof(*walk->ancestors));
    walk->brought = memory_alloc(walk->n * sizeof(*walk->brought));
    if (walk->ancestors && walk->brought)
        run(walk);
    else
        timeline_lost_order();
    memory_free(walk->ancestors, n_ancestors * sizeof(*walk->ancestors));
    memory_free(walk->brought, walk->n * sizeof(*walk->brought));
}

/* A graph that is too large: every node after every other, and sure of nothing. */
static void run_as_one(const struct walk *walk) {
    struct access_by by = {.point = walk->op->point,
                           .clock = &walk->op->timeline->clock,
                           .timeline = walk->op->timeline,
                           .site = walk->op->site,
                           .acts = &walk->op->acts};
    for (unsigned i = 0; i < walk->n; i++)
        for (unsigned k = 0; k < walk->nodes[i].n_accesses; k++) {
            struct order_access access = walk->nodes[i].accesses[k];
            access.flags |= ORDER_OPAQUE;
            access_apply(&by, &access);
        }
}

void graph_launched(struct order_op *op, uint64_t graph, const struct graph_node *nodes,
                    unsigned n) {
    struct walk walk = {.op = op, .nodes = nodes, .n = n, .n_words = (n + 63) / 64};
    if (!op->timeline)
        return;
    timeline_lock();
    struct launched *launched = find_or_add(graph);
    if (launched)
        timeline_absorb(op->timeline, &launched->clock);
    if (n > GRAPH_MOST)
        run_as_one(&walk);
    else if (n > 0)
        run_with_memory(&walk);
    if (launched)
        timeline_copy(&launched->clock, &op->timeline->clock);
    else
        timeline_lost_order();
    timeline_unlock();
}

static void forget(struct launched *launched) {
    HASH_DELETE(hh, launches, launched);
    clock_free(&launched->clock);
    memory_free(launched, sizeof(*launched));
}

void graph_destroyed(uint64_t graph) {
    timeline_lock();
    struct launched *launched = find(graph);
    if (launched)
        forget(launched);
    timeline_unlock();
}

void graph_fork_child(void) {
    struct launched *launched, *next;
    HASH_ITER(hh, launches, launched, next)
    forget(launched);
}
