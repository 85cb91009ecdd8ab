/* draft: memory for drafts, and their drawing. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "tracker/draft.h"

#include "report/base/memory.h"
#include "report/base/thread.h"
#include "report/live.h"
#include "tracker/change.h"

/* As long as whoever walks the live objects waits for those. */
#define DRAW_WAIT_MS 2000
/* Objects that memory is laid aside for. */
#define ASIDE 64

LOCK_DEFINE(lock, LOCK_DRAFT)

static struct draft *newest;                 /* of all, by `older` */
static struct draft *blank[DRAFT_NODES + 1]; /* free and without slots, by their number of nodes */
static struct draft *spare[DRAFT_NODES + 1]; /* free and with slots */
static unsigned n_drafts;
static struct aside { struct aside *next; } * aside;
static void (*give_thunk)(struct object *object, uint32_t slot);
static void (*retire)(struct object *object);

void draft_init(void (*given_thunk)(struct object *object, uint32_t slot),
                void (*given_retire)(struct object *object)) {
    give_thunk = given_thunk;
    retire = given_retire;
}

/* Memory that only drawing may use: when there is none left faults have to be told all the same. */
static void lay_aside_locked(void) {
    static bool is_done;
    struct aside *block;
    for (unsigned i = 0; i < ASIDE && !is_done && (block = memory_alloc(sizeof(struct object)));
         i++) {
        block->next = aside;
        aside = block;
    }
    is_done = true;
}

static bool use_aside_locked(void) {
    bool has_some = aside;
    while (aside) {
        struct aside *block = aside;
        aside = block->next;
        memory_free(block, sizeof(struct object));
    }
    return has_some;
}

static void *new_aligned(size_t size) {
    char *memory = memory_alloc(size + DRAFT_LINE - 16);
    uintptr_t over = (uintptr_t)memory % DRAFT_LINE;
    return memory && over ? memory + DRAFT_LINE - over : memory;
}

struct draft *draft_new(unsigned n) {
    lock_acquire(&lock);
    lay_aside_locked();
    struct draft *draft = blank[n];
    if (draft) {
        blank[n] = draft->next;
    } else if ((draft = new_aligned(sizeof(*draft) + n * sizeof(draft->nodes[0])))) {
        draft->n = (uint16_t)n;
        for (unsigned i = 0; i < n; i++)
            draft->nodes[i].index = (uint8_t)i;
        draft->older = newest;
        newest = draft;
        n_drafts++;
    }
    lock_release(&lock);
    return draft;
}

struct draft *draft_take(unsigned n, unsigned most) {
    lock_acquire(&lock);
    struct draft *taken = spare[n], **end = &spare[n];
    while (*end && most-- > 0)
        end = &(*end)->next;
    struct draft *left = *end;
    *end = NULL;
    spare[n] = left;
    lock_release(&lock);
    return taken;
}

void draft_give(struct draft *draft) {
    lock_acquire(&lock);
    draft->next = spare[draft->n];
    spare[draft->n] = draft;
    lock_release(&lock);
}

static struct site site_of(const struct draft *draft) {
    return (struct site){
        .stack = draft->stack, .actor = draft->actor, .row = draft->row, .call = draft->call};
}

static struct object *draw_node(const struct draft *draft, const struct draft_node *node,
                                struct object *parent) {
    struct object *object =
        object_new(KIND_ARRAY, draft->number + node->index, node->place, parent);
    if (!object)
        return NULL;
    object->release = node->release;
    object->release_module = object->producer = draft->module;
    object->consumer = draft->actor;
    object->members = draft_members(node);
    object->length = node->length;
    object->device_id = -1;
    object->origin = draft->origin;
    object->generation = draft->generation;
    object->giving = draft->call;
    return object;
}

/* All objects of a tree, not known to anybody yet. */
static bool make_objects(const struct draft *draft, struct object *objects[]) {
    for (unsigned i = 0; i < draft->n; i++) {
        const struct draft_node *node = &draft->nodes[i];
        objects[i] = draw_node(draft, node, i ? objects[0] : NULL);
        if (objects[i])
            continue;
        while (i-- > 0)
            object_free(objects[i]);
        return false;
    }
    return true;
}

/* Is the calling thread inside its callback? */
static bool is_inside(const struct draft_node *node) {
    const struct thread *self = &thread_self;
    for (unsigned i = 0; i < self->n_callbacks && i < THREAD_MAX_CALLBACKS; i++)
        if (draft_marked(self->callbacks[i].object) == node)
            return true;
    return false;
}

static void take_over_locked(const struct draft *draft, struct draft_node *node,
                             struct object *object) {
    unsigned step = atomic_exchange(&node->step, DRAFT_DRAWN);
    if (step == DRAFT_LIVE || step == DRAFT_NOTING)
        return;
    if (step == DRAFT_RELEASED && is_inside(node))
        step = DRAFT_RELEASING;
    object->state = step == DRAFT_RELEASED ? STATE_RELEASED : STATE_RELEASING;
    object->inside = step == DRAFT_RELEASING;
    struct transition noted = {.seq = draft->release_seq + node->released_as,
                               .time_ns = draft->release_ns,
                               .tid = draft->release_tid,
                               .address = node->place,
                               .stack = draft->release_stack,
                               .actor = node->index ? draft->module : draft->release_actor,
                               .row = UINT16_MAX};
    change_release_noted_locked(object, &noted);
}

/* Every node's life so far becomes its object's. */
static void tell_lives(struct draft *draft, struct object *objects[]) {
    struct object *root = objects[0];
    struct site site = site_of(draft);
    struct transition noted = {.seq = draft->seq,
                               .time_ns = draft->time_ns,
                               .tid = draft->tid,
                               .address = root->address,
                               .stack = draft->stack,
                               .actor = draft->actor,
                               .row = draft->row};
    object_lock(root);
    root->is_counted = true;
    root->draft = draft;
    change_export_noted_locked(root, &site, &noted);
    for (unsigned i = 0; i < draft->n; i++) {
        objects[i]->thunk = draft->nodes[i].slot;
        take_over_locked(draft, &draft->nodes[i], objects[i]);
    }
    object_unlock(root);
}

/* Who is inside a callback looks there once the next step cannot be taken. */
static void hand_over(struct draft *draft, struct object *objects[]) {
    for (unsigned i = 0; i < draft->n; i++)
        give_thunk(draft->nodes[i].object = objects[i], draft->nodes[i].slot);
    if (objects[0]->state != STATE_RELEASED) {
        object_list(objects[0]);
        /* Who noted it has counted it. */
        if (live_is_on() && draft->generation == object_generation())
            live_add(LIVE_ALIVE, -1);
    }
    for (unsigned i = draft->n; i-- > 0;)
        if (objects[i]->state == STATE_RELEASED)
            retire(objects[i]);
}

static void draw_locked(struct draft *draft) {
    struct object *objects[DRAFT_NODES];
    uint32_t noted = DRAFT_NOTED;
    if (atomic_load(&draft->state) != DRAFT_NOTED ||
        !(make_objects(draft, objects) || (use_aside_locked() && make_objects(draft, objects))))
        return;
    /* Its keeper may have let it go for another tree meanwhile. */
    if (!atomic_compare_exchange_strong(&draft->state, &noted, DRAFT_GONE)) {
        for (unsigned i = draft->n; i-- > 0;)
            object_free(objects[i]);
        return;
    }
    tell_lives(draft, objects);
    hand_over(draft, objects);
}

struct object *draft_object(struct draft_node *node) {
    struct draft *draft = draft_of(node);
    lock_acquire(&lock);
    draw_locked(draft);
    struct object *object = atomic_load(&draft->state) == DRAFT_GONE ? node->object : NULL;
    lock_release(&lock);
    return object;
}

static bool is_alive(const struct draft *draft) {
    unsigned step = atomic_load_explicit(&draft->nodes[0].step, memory_order_relaxed);
    return atomic_load_explicit(&draft->state, memory_order_relaxed) == DRAFT_NOTED &&
           step != DRAFT_RELEASED;
}

/* The largest of a heap goes down to where it belongs. */
static void sink(struct draft **heap, size_t at, size_t n) {
    for (size_t child; (child = 2 * at + 1) < n; at = child) {
        child += child + 1 < n && heap[child]->seq < heap[child + 1]->seq;
        if (heap[at]->seq >= heap[child]->seq)
            return;
        struct draft *down = heap[at];
        heap[at] = heap[child];
        heap[child] = down;
    }
}

static void sort(struct draft **drafts, size_t n) {
    for (size_t i = n / 2; i-- > 0;)
        sink(drafts, i, n);
    for (size_t last = n; last-- > 1;) {
        struct draft *largest = drafts[0];
        drafts[0] = drafts[last];
        drafts[last] = largest;
        sink(drafts, 0, last);
    }
}

/* Nothing was noted of it but how it came to be. */
static bool is_untouched(const struct draft *draft) {
    for (unsigned i = 0; i < draft->n; i++)
        if (atomic_load_explicit(&draft->nodes[i].step, memory_order_relaxed) != DRAFT_LIVE)
            return false;
    return true;
}

static void ask_locked(struct draft *draft, draft_letting lets_be, void *context) {
    if (!lets_be || !is_untouched(draft) || !lets_be(draft, context))
        draw_locked(draft);
}

/* Without memory for their list they come in no order. */
static void draw_live_locked(draft_letting lets_be, void *context) {
    struct draft **alive = memory_alloc(n_drafts * sizeof(struct draft *));
    size_t n = 0;
    for (struct draft *draft = newest; draft; draft = draft->older)
        if (is_alive(draft) && alive)
            alive[n++] = draft;
        else if (is_alive(draft))
            ask_locked(draft, lets_be, context);
    sort(alive, n);
    for (size_t i = 0; i < n; i++)
        ask_locked(alive[i], lets_be, context);
    memory_free(alive, n_drafts * sizeof(struct draft *));
}

void draft_draw_live(draft_letting lets_be, void *context) {
    if (!lock_try(&lock, DRAW_WAIT_MS))
        return;
    if (newest)
        draw_live_locked(lets_be, context);
    lock_release(&lock);
}

void draft_draw_at(uintptr_t address, enum object_kind kind) {
    struct draft *latest = NULL;
    if (kind != KIND_ARRAY || !newest)
        return;
    lock_acquire(&lock);
    for (struct draft *draft = newest; draft; draft = draft->older)
        if (draft->nodes[0].place == address && atomic_load(&draft->state) == DRAFT_NOTED &&
            (!latest || latest->time_ns < draft->time_ns))
            latest = draft;
    if (latest)
        draw_locked(latest);
    lock_release(&lock);
}

/* A drawn one's object, which may be forgotten before its root's is. */
static unsigned drawn_standing_locked(const struct draft *draft, const struct draft_node *node) {
    const struct object *root = draft->nodes[0].object, *child;
    object_lock(root);
    for (child = root->children; child && child != node->object;)
        child = child->sibling;
    unsigned standing = !child ? 0 : child->state == STATE_LIVE ? 2 : 1;
    object_unlock(root);
    return standing;
}

/* How near a node is to a struct that is being released: living ones are first, then where it lies.
 */
static unsigned standing_locked(const struct draft *draft, const struct draft_node *node,
                                uintptr_t place, const struct object_members *members) {
    struct object_members own = draft_members(node);
    bool is_there = node->place == place;
    if (!is_there && memcmp(&own, members, sizeof(own)) != 0)
        return 0;
    unsigned step = atomic_load(&node->step), standing = step == DRAFT_LIVE ? 2 : 1;
    if (step == DRAFT_DRAWN)
        standing = draft->is_forgotten ? 0 : drawn_standing_locked(draft, node);
    return standing ? 2 * standing + is_there : 0;
}

struct draft_node *draft_find_lent(uintptr_t place, const struct object_members *members) {
    struct draft_node *found = NULL;
    unsigned best = 0;
    lock_acquire(&lock);
    for (struct draft *draft = newest; draft; draft = draft->older)
        for (unsigned i = 1; i < draft->n && atomic_load(&draft->is_lent); i++) {
            unsigned standing = standing_locked(draft, &draft->nodes[i], place, members);
            if (standing > best) {
                best = standing;
                found = &draft->nodes[i];
            }
        }
    lock_release(&lock);
    return found;
}

static void clear_locked(struct draft *draft) {
    atomic_store(&draft->is_lent, false);
    draft->is_forgotten = false;
    atomic_store(&draft->state, DRAFT_FREE);
    draft->next = blank[draft->n];
    blank[draft->n] = draft;
}

void draft_forget(struct draft *draft) {
    lock_acquire(&lock);
    draft->is_forgotten = true;
    if (!atomic_load(&draft->is_kept))
        clear_locked(draft);
    lock_release(&lock);
}

void draft_let_go(struct draft *draft) {
    lock_acquire(&lock);
    atomic_store(&draft->is_kept, false);
    if (draft->is_forgotten)
        clear_locked(draft);
    lock_release(&lock);
}

void draft_fork_child(void) {
    struct thread *self = &thread_self;
    for (unsigned i = 0; i < self->n_callbacks && i < THREAD_MAX_CALLBACKS; i++) {
        struct draft_node *node = draft_marked(self->callbacks[i].object);
        struct object *object = node ? draft_object(node) : NULL;
        if (object)
            self->callbacks[i].object = object;
    }
}
