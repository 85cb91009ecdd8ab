/* segment: two levels of sorted arrays, blocks of segments and a list of the blocks. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "tracker/segment.h"

#include <stdatomic.h>

#include "report/base/memory.h"

/* A full block is divided in two; a search looks at one list of blocks and one block. With a
 * million segments the list stays in the cache, and the block comes from memory, whole at once. */
#define BLOCK_MOST 32u
#define CACHE_LINE 64u

/* Ends never change: a search looks at them alone, and touches no segment but the one it finds. */
struct block {
    uint32_t n;
    uintptr_t ends[BLOCK_MOST];
    struct segment *at[BLOCK_MOST];
};

/* The upper end of each block's last segment stands here again: the search reads one array. */
static uintptr_t *ends;
static struct block **blocks;
static size_t n_blocks, room;
/* What was found lately, from which to which address it is the answer, and at which change of the
 * list: a call asks several times about a few places, many about such that lie in no segment. */
static struct answer {
    uintptr_t low, high;
    struct segment *segment;
    uint64_t change;
} answers[16];
static uint64_t n_changes = 1;

/* All that ever was lies between these. */
static _Atomic uintptr_t lowest = UINTPTR_MAX, highest;

static void widen(uintptr_t low, uintptr_t high) {
    if (low < atomic_load_explicit(&lowest, memory_order_relaxed))
        atomic_store_explicit(&lowest, low, memory_order_relaxed);
    if (high > atomic_load_explicit(&highest, memory_order_relaxed))
        atomic_store_explicit(&highest, high, memory_order_relaxed);
}

bool segment_may_hold(uintptr_t low, uintptr_t high) {
    return low < atomic_load_explicit(&highest, memory_order_relaxed) &&
           high > atomic_load_explicit(&lowest, memory_order_relaxed);
}

/* The first block that ends after an address. */
static size_t block_from(uintptr_t at) {
    size_t low = 0, n = n_blocks;
    while (n > 0) {
        size_t half = n / 2;
        bool is_right = ends[low + half] <= at;
        low = is_right ? low + half + 1 : low;
        n = is_right ? n - half - 1 : half;
    }
    return low;
}

static uint32_t index_from(const struct block *block, uintptr_t at) {
    uint32_t low = 0, n = block->n;
    while (n > 0) {
        uint32_t half = n / 2;
        bool is_right = block->ends[low + half] <= at;
        low = is_right ? low + half + 1 : low;
        n = is_right ? n - half - 1 : half;
    }
    return low;
}

static const struct block *fetch(const struct block *block) {
    for (size_t line = 0; line < sizeof(*block); line += CACHE_LINE)
        __builtin_prefetch((const char *)block + line);
    return block;
}

static struct segment *search(uintptr_t at, struct answer *answer) {
    size_t b = block_from(at);
    *answer = (struct answer){b > 0 ? ends[b - 1] : 0, UINTPTR_MAX, NULL, n_changes};
    if (b == n_blocks)
        return NULL;
    const struct block *block = fetch(blocks[b]);
    uint32_t i = index_from(block, at);
    answer->low = i > 0 ? block->ends[i - 1] : answer->low;
    answer->high = block->ends[i];
    answer->segment = block->at[i];
    return answer->segment;
}

struct segment *segment_from(uintptr_t at) {
    struct answer *answer = &answers[at * 0x9e3779b97f4a7c15u >> 60];
    bool is_it = answer->change == n_changes && answer->low <= at && at < answer->high;
    return is_it ? answer->segment : search(at, answer);
}

struct segment *segment_after(const struct segment *segment) {
    return segment_from(segment->high);
}

static bool make_room(void) {
    size_t more = room ? room * 2 : 16;
    if (n_blocks < room)
        return true;
    uintptr_t *new_ends = memory_alloc(more * sizeof(*ends));
    struct block **new_blocks = memory_alloc(more * sizeof(struct block *));
    if (!new_ends || !new_blocks) {
        memory_free(new_ends, more * sizeof(*ends));
        memory_free(new_blocks, more * sizeof(struct block *));
        return false;
    }
    if (n_blocks) {
        memcpy(new_ends, ends, n_blocks * sizeof(*ends));
        memcpy(new_blocks, blocks, n_blocks * sizeof(struct block *));
    }
    memory_free(ends, room * sizeof(*ends));
    memory_free(blocks, room * sizeof(struct block *));
    ends = new_ends;
    blocks = new_blocks;
    room = more;
    return true;
}

static void note_end(size_t b) {
    ends[b] = blocks[b]->ends[blocks[b]->n - 1];
}

static struct block *add_block(size_t b) {
    struct block *block = make_room() ? memory_alloc(sizeof(*block)) : NULL;
    if (!block)
        return NULL;
    memmove(ends + b + 1, ends + b, (n_blocks - b) * sizeof(*ends));
    memmove(blocks + b + 1, blocks + b, (n_blocks - b) * sizeof(struct block *));
    blocks[b] = block;
    n_blocks++;
    return block;
}

/* Memory that grows upwards fills its last block: that one is left whole. */
static bool divide(size_t b, uint32_t at) {
    bool is_at_end = b + 1 == n_blocks && at == blocks[b]->n;
    uint32_t keep = is_at_end ? BLOCK_MOST - 1 : BLOCK_MOST / 2;
    struct block *upper = add_block(b + 1);
    if (!upper)
        return false;
    upper->n = BLOCK_MOST - keep;
    memcpy(upper->at, blocks[b]->at + keep, upper->n * sizeof(struct segment *));
    memcpy(upper->ends, blocks[b]->ends + keep, upper->n * sizeof(uintptr_t));
    blocks[b]->n = keep;
    note_end(b);
    note_end(b + 1);
    return true;
}

static bool insert(struct segment *segment) {
    if (n_blocks == 0 && !add_block(0))
        return false;
    size_t b = block_from(segment->low);
    b = b < n_blocks ? b : n_blocks - 1;
    uint32_t at = index_from(blocks[b], segment->low);
    if (blocks[b]->n == BLOCK_MOST) {
        if (!divide(b, at))
            return false;
        if (at > blocks[b]->n)
            at -= blocks[b++]->n;
    }
    struct block *block = blocks[b];
    memmove(block->at + at + 1, block->at + at, (block->n - at) * sizeof(struct segment *));
    memmove(block->ends + at + 1, block->ends + at, (block->n - at) * sizeof(uintptr_t));
    block->at[at] = segment;
    block->ends[at] = segment->high;
    block->n++;
    note_end(b);
    n_changes++;
    widen(segment->low, segment->high);
    return true;
}

static void take_out(const struct segment *segment) {
    size_t b = block_from(segment->low);
    struct block *block = blocks[b];
    uint32_t at = index_from(block, segment->low);
    block->n--;
    n_changes++;
    memmove(block->at + at, block->at + at + 1, (block->n - at) * sizeof(struct segment *));
    memmove(block->ends + at, block->ends + at + 1, (block->n - at) * sizeof(uintptr_t));
    if (block->n > 0) {
        note_end(b);
        return;
    }
    memory_free(block, sizeof(*block));
    n_blocks--;
    memmove(ends + b, ends + b + 1, (n_blocks - b) * sizeof(*ends));
    memmove(blocks + b, blocks + b + 1, (n_blocks - b) * sizeof(struct block *));
}

void segment_drop_writes(struct segment *segment) {
    struct write *write;
    while ((write = segment->writes)) {
        segment->writes = write->next;
        memory_free(write, sizeof(*write));
    }
}

void segment_drop_remnants(struct segment *segment) {
    struct remnant *remnant;
    while ((remnant = segment->remnants)) {
        segment->remnants = remnant->next;
        memory_free(remnant, sizeof(*remnant));
    }
}

void segment_drop_grips(struct segment *segment, const struct hold *hold) {
    for (struct grip **at = &segment->grips, *grip; (grip = *at);) {
        if (hold && grip->hold != hold) {
            at = &grip->next;
            continue;
        }
        *at = grip->next;
        memory_free(grip, sizeof(*grip));
    }
}

static void free_segment(struct segment *segment) {
    segment_drop_writes(segment);
    segment_drop_remnants(segment);
    segment_drop_grips(segment, NULL);
    memory_free(segment, sizeof(*segment));
}

void segment_remove(struct segment *segment) {
    take_out(segment);
    free_segment(segment);
}

/* Lists in the same order; false: memory is spent, what was copied hangs on the copy. */
#define COPY_LIST(type, from, to)                                                                  \
    for (struct type *old = (from)->list_of_##type, **at = &(to)->list_of_##type; old;             \
         old = old->next, at = &(*at)->next) {                                                     \
        *at = memory_alloc(sizeof(*old));                                                          \
        if (!*at)                                                                                  \
            return false;                                                                          \
        **at = *old;                                                                               \
        (*at)->next = NULL;                                                                        \
    }
#define list_of_write   writes
#define list_of_grip    grips
#define list_of_remnant remnants

static bool copy_history(struct segment *to, const struct segment *from) {
    COPY_LIST(write, from, to)
    COPY_LIST(grip, from, to)
    COPY_LIST(remnant, from, to)
    return true;
}

/* The lower part is the new one: the upper keeps its end, by which blocks are sorted. */
static bool split(struct segment *segment, uintptr_t at) {
    struct segment *lower = memory_alloc(sizeof(*lower));
    if (!lower)
        return false;
    *lower = *segment;
    lower->writes = NULL;
    lower->grips = NULL;
    lower->remnants = NULL;
    lower->high = at;
    uintptr_t low = segment->low;
    segment->low = at;
    if (copy_history(lower, segment) && insert(lower))
        return true;
    segment->low = low;
    free_segment(lower);
    return false;
}

static bool cut_at(uintptr_t at) {
    struct segment *segment = segment_from(at);
    return !segment || segment->low >= at || segment->is_dead || split(segment, at);
}

bool segment_cut(uintptr_t low, uintptr_t high) {
    return cut_at(low) && cut_at(high);
}

static bool fill_one(uintptr_t low, uintptr_t high, struct allocation *allocation) {
    struct segment *segment = memory_alloc(sizeof(*segment));
    if (!segment)
        return false;
    segment->low = low;
    segment->high = high;
    segment->allocation = allocation;
    if (insert(segment))
        return true;
    memory_free(segment, sizeof(*segment));
    return false;
}

bool segment_fill(uintptr_t low, uintptr_t high, struct allocation *allocation) {
    while (low < high) {
        const struct segment *next = segment_from(low);
        uintptr_t end = next && next->low < high ? next->low : high;
        if (low < end && !fill_one(low, end, allocation))
            return false;
        low = next && next->low < high ? next->high : high;
    }
    return true;
}

static bool have_same_writes(const struct segment *one, const struct segment *other) {
    const struct write *a = one->writes, *b = other->writes;
    while (a && b && a->point.timeline == b->point.timeline && a->point.epoch == b->point.epoch &&
           a->flags == b->flags) {
        a = a->next;
        b = b->next;
    }
    return !a && !b;
}

static bool are_alike(const struct segment *one, const struct segment *other) {
    return !one->is_dead && one->high == other->low && one->allocation == other->allocation &&
           !one->grips && !other->grips && !one->remnants && !other->remnants &&
           one->number == other->number && one->kind == other->kind &&
           one->is_dead == other->is_dead && have_same_writes(one, other);
}

void segment_heal(uintptr_t low, uintptr_t high) {
    struct segment *one = segment_from(low > 0 ? low - 1 : 0);
    while (one && one->low <= high) {
        struct segment *other = segment_after(one);
        if (!other || !are_alike(one, other)) {
            one = other;
            continue;
        }
        low = one->low;
        segment_remove(one);
        other->low = low;
        one = other;
    }
}
