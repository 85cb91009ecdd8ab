/* plan: walks a tree beside its type and notes each buffer that is to be copied. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "tracker/plan.h"

#include "tracker/extent.h"

#define MAX_DEPTH 64
/* An array with more buffers (of views) is left alone. */
#define MOST_BUFFERS 4096

/* One walk. */
struct walk {
    struct plan *plan;
    struct isolated *last;
    bool by_rows; /* where the rows begin that the root reaches is wanted */
    struct object *objects[MAX_DEPTH + 1]; /* of the arrays above, by depth */
    struct object *next[MAX_DEPTH + 1];    /* the child that probably comes next */
};

static struct object *find_child(struct object *from, uintptr_t place) {
    while (from && from->place != place)
        from = from->sibling;
    return from;
}

/* The object of an array in the tree; only what is wrapped can be put right again. */
static struct object *object_of(struct walk *walk, const struct extent_node *node) {
    uint32_t depth = node->depth;
    if (depth > 0) {
        struct object *parent = walk->objects[depth - 1];
        struct object *child = find_child(walk->next[depth - 1], (uintptr_t)node->array);
        if (!child)
            child = find_child(parent->children, (uintptr_t)node->array);
        if (!child || child->state != STATE_LIVE || child->moved_out)
            return NULL;
        walk->next[depth - 1] = child->sibling;
        walk->objects[depth] = child;
    }
    walk->next[depth] = walk->objects[depth]->children;
    return walk->objects[depth];
}

static size_t size_of_list(uint32_t n) {
    return n * sizeof(void *);
}

static size_t size_of(uint32_t n_copies) {
    return sizeof(struct isolated) + n_copies * sizeof(struct copy);
}

void plan_free(struct isolated *isolated) {
    memory_free(isolated->list, size_of_list(isolated->n_buffers));
    memory_free(isolated, size_of(isolated->n_buffers));
}

/* Where the rows begin that the root reaches. */
static uint64_t first_byte(const struct extent_node *node, int64_t i, uint64_t begin) {
    struct ArrowArray reached = node->copy;
    struct extent extent;
    reached.offset = node->first;
    reached.length = node->rows;
    return extent_find(&extent, node->type, &reached, i, true) ? extent.begin : begin;
}

static bool plan_buffer(struct walk *walk, struct isolated *isolated,
                        const struct extent_node *node, uint32_t i) {
    const void *original = extent_buffer(node, i);
    struct extent extent;
    isolated->list[i] = original;
    if (!extent_find(&extent, node->type, &node->copy, i, true)) {
        walk->plan->reason = COPIES_SIZE;
        return false;
    }
    /* What holds nothing is not read, or as the producer has it. */
    if (!original || extent.end == 0)
        return true;
    struct copy *copy = &isolated->copies[isolated->n_copies++];
    *copy = (struct copy){.of = isolated, .index = i, .original = (uintptr_t)original};
    copies_plan(copy, extent.begin,
                walk->by_rows ? first_byte(node, i, extent.begin) : extent.begin, extent.end);
    walk->plan->n_copies++;
    return true;
}

static struct isolated *new_isolated(struct walk *walk, const struct extent_node *node) {
    uint32_t n = (uint32_t)node->copy.n_buffers;
    struct isolated *isolated = memory_alloc(size_of(n));
    const void **list = n ? memory_alloc(size_of_list(n)) : NULL;
    if (!isolated || (n && !list)) {
        memory_free(isolated, size_of(n));
        walk->plan->reason = COPIES_MEMORY;
        return NULL;
    }
    *isolated = (struct isolated){.object = walk->objects[node->depth],
                                  .type = node->type,
                                  .length = node->copy.length,
                                  .offset = node->copy.offset,
                                  .original = (const void *const *)node->copy.buffers,
                                  .list = list,
                                  .n_buffers = n};
    return isolated;
}

static bool plan_node(const struct extent_node *node, void *context) {
    struct walk *walk = context;
    bool is_known = node->is_sane && node->type->form != FORM_UNKNOWN;
    walk->plan->reason = !is_known || node->copy.n_buffers > MOST_BUFFERS ? COPIES_SIZE
                         : !object_of(walk, node)                         ? COPIES_CHILD
                                                                          : COPIES_DONE;
    if (walk->plan->reason != COPIES_DONE)
        return false;
    struct isolated *isolated = new_isolated(walk, node);
    if (!isolated)
        return false;
    *(walk->last ? &walk->last->next : &walk->plan->first) = isolated;
    walk->last = isolated;
    bool is_planned = true;
    for (uint32_t i = 0; i < isolated->n_buffers && is_planned; i++)
        is_planned = plan_buffer(walk, isolated, node, i);
    return is_planned;
}

void plan_tree(struct plan *plan, struct object *root, bool by_rows) {
    struct walk walk = {.plan = plan, .by_rows = by_rows, .objects = {root}};
    *plan = (struct plan){.reason = COPIES_DONE};
    if (extent_each(root->type, (const struct ArrowArray *)root->address, plan_node, &walk))
        return;
    if (plan->reason == COPIES_DONE)
        plan->reason = COPIES_MISFIT;
    while (plan->first) {
        struct isolated *gone = plan->first;
        plan->first = gone->next;
        plan_free(gone);
    }
}
