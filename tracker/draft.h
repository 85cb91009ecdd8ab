/* draft: a new tree of arrays in outline: what its clean life needs, in two cache lines and one a
 * node.
 *
 * Most trees are handed over, held and released by the rules. Nothing about such a life is judged
 * later, so it is only noted here; whatever else happens to a node has the whole tree drawn out
 * into objects first, with the steps, numbers and times that were noted, and goes on with those.
 * Children that their parent's callback released share its time, and count as released from
 * the beginning of theirs, but for who is inside it.
 *
 * Threads: a node's state is one atomic word. Its owner takes each step by an exchange that fails
 * once the tree is drawn, so the objects take over between two steps of its life. Memory: drafts
 * are kept for ever and used again by trees of the same size; a drawn one once its root is
 * forgotten. Locks: LOCK_DRAFT for drawing and what is kept of all drafts. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TRACKER_DRAFT_H
#define TRACKER_DRAFT_H

#include "tracker/object.h"

/** Wider and deeper trees are objects from the start. */
#define DRAFT_NODES 32

enum draft_step {
    DRAFT_LIVE,
    DRAFT_NOTING,    /* a root: its owner writes down the release, which has not begun */
    DRAFT_RELEASING, /* inside its callback */
    DRAFT_RELEASED,
    DRAFT_LEFT, /* its callback was left by a jump */
    DRAFT_DRAWN /* its object knows */
};

struct draft_node {
    uintptr_t place; /* of the struct: a child's pointer in `children` */
    int64_t length;
    /* In pairs, as in the struct while it lives: a producer must find them unchanged. */
    const void *buffers, *children; /* none has a dictionary */
    uintptr_t thunk;
    const void *private_data;
    union {
        uintptr_t release;     /* the producer's own */
        struct object *object; /* once it is drawn */
    };
    uint32_t slot;        /* of its thunk; those of the children follow one another */
    uint8_t n_buffers;    /* its children are all others for the root, none for those */
    _Atomic uint8_t step; /* enum draft_step */
    uint8_t index;        /* of this node; 0 is the root */
    uint8_t released_as;  /* in order among the nodes, from 0 */
};
/** More buffers than a node can say are watched by objects. */
#define DRAFT_BUFFERS UINT8_MAX

enum draft_state {
    DRAFT_FREE,  /* says nothing */
    DRAFT_NOTED, /* stands for its tree */
    DRAFT_GONE,  /* drawn: objects stand for it */
};

struct draft {
    struct draft *next;     /* for whoever keeps it */
    _Atomic uint32_t state; /* enum draft_state */
    uint16_t n;             /* nodes */
    uint16_t row;           /* made: the hook's */
    uint32_t number;        /* of the root, those of the nodes follow */
    struct origin *origin;
    uint64_t seq, time_ns, call; /* made: as in struct transition and struct site */
    stack_id stack;
    uint32_t tid;
    int actor;
    int module;         /* of the release callbacks */
    uint32_t n_unloads; /* module_unloads() then */
    uint32_t generation;
    uint64_t release_seq, release_ns; /* its release; the nodes' own follow the root's in seq */
    stack_id release_stack;
    uint32_t release_tid;
    int release_actor;
    uint8_t n_released;   /* nodes whose release has begun */
    bool is_forgotten;    /* its root's object is gone: LOCK_DRAFT */
    _Atomic bool is_lent; /* its children had no thunks in a while (hooks/release.h) */
    _Atomic bool is_kept; /* somebody has it in a list by `next` */
    struct draft *older;  /* in the list of all */
    uintptr_t originals;  /* what the slots of its children lead to; 0: not all to the same */
    struct draft_node nodes[];
};
/** Of a line of the cache, on which drafts and nodes begin. */
#define DRAFT_LINE 64
_Static_assert(sizeof(struct draft) == 2 * DRAFT_LINE && sizeof(struct draft_node) == DRAFT_LINE,
               "as said above");

/** @give_thunk  the object takes over a slot. @retire  as of tracker_ops */
void draft_init(void (*give_thunk)(struct object *object, uint32_t slot),
                void (*retire)(struct object *object));

/** Memory for a tree of n nodes, free. NULL when it is spent. */
struct draft *draft_new(unsigned n);

/** A list, by `next`, of at most so many free drafts that have slots; one more of them. */
struct draft *draft_take(unsigned n, unsigned most);
void draft_give(struct draft *draft);

/** The draft that a node is part of. */
static inline struct draft *draft_of(struct draft_node *node) {
    return (struct draft *)((char *)(node - node->index) - offsetof(struct draft, nodes));
}

/** The node's object; draws the tree. NULL when memory is spent or the draft is free. */
struct object *draft_object(struct draft_node *node);

static inline unsigned draft_n_children(const struct draft_node *node) {
    return node->index ? 0 : ((const struct draft *)(const void *)node - 1)->n - 1u;
}

/** What a producer must find unchanged. */
static inline struct object_members draft_members(const struct draft_node *node) {
    return (struct object_members){node->buffers,      node->children,  NULL,
                                   node->private_data, node->n_buffers, draft_n_children(node)};
}

/** What stands in struct thread_callback for a node: told from an object by its lowest bit. */
static inline void *draft_mark(struct draft_node *node) {
    return (char *)node + 1;
}
static inline struct draft_node *draft_marked(void *object) {
    return (uintptr_t)object & 1 ? (struct draft_node *)((char *)object - 1) : NULL;
}

/** True: whoever walks what is alive knows from the draft what he wants to know. */
typedef bool (*draft_letting)(const struct draft *draft, void *context);

/** Draw what is alive, oldest first: before somebody walks the live objects. A tree that nobody has
 * begun to release in any part stays a draft if lets_be, asked in that order and under LOCK_DRAFT,
 * says so. NULL: all are drawn. */
void draft_draw_live(draft_letting lets_be, void *context);

/** Draw what was last noted at this address, if anything was. */
void draft_draw_at(uintptr_t address, enum object_kind kind);

/** The node of a lent draft that a struct at this place with these members is or was: of several
 * one that lives, and the one that lies here. NULL: none. */
struct draft_node *draft_find_lent(uintptr_t place, const struct object_members *members);

/** Its root's object is gone. */
void draft_forget(struct draft *draft);

/** A drawn draft left its keeper's list. */
void draft_let_go(struct draft *draft);

/** Threads of the parent are inside nothing here. */
void draft_fork_child(void);

#endif
