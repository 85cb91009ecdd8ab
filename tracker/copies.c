/* copies: where each copy lies, who shares it, and what is kept of it afterwards. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "tracker/copies.h"

#include "report/base/peek.h"
#include "tracker/closed.h"

/* From here on a buffer has pages of its own; a stretch before the first row is left out. */
#define LARGE (64u * 1024)
/* Alignment that is kept, and zeros that may be read behind the last byte. */
#define ALIGN 64u
/* Of so many pages the memory is asked for at once. */
#define MANY (8 * PAGES_SIZE)

struct lock copies_lock = {.rank = LOCK_ISOLATE};

static struct copies_limits limits;
static struct copy_map *shared; /* by key */
static uint64_t live_bytes, n_mappings;

void copies_init(const struct copies_limits *given) {
    lock_init(&copies_lock, LOCK_ISOLATE);
    limits = *given;
    closed_init(limits.closed_bytes, limits.waiting_bytes);
}

void copies_plan(struct copy *copy, uint64_t begin, uint64_t first, uint64_t end) {
    copy->begin = begin;
    copy->end = end;
    if (limits.mode == COPIES_FRONT)
        copy->from = first < end ? first : end;
    else
        copy->from = begin >= LARGE && !limits.whole ? begin : 0;
}

static uint64_t size_of(const struct copy *copy) {
    return copy->end - copy->from;
}

static bool has_own_pages(const struct copy *copy) {
    return limits.mode != COPIES_PLAIN || copy->from > 0 || size_of(copy) >= LARGE;
}

static bool may_share(const struct copy *copy) {
    return size_of(copy) >= LARGE;
}

static enum copies_reason allow_locked(uint64_t bytes) {
    if (live_bytes + bytes > limits.live_bytes)
        return COPIES_BUDGET;
    if (n_mappings + 3 > limits.mappings)
        return COPIES_MAPPINGS;
    live_bytes += bytes;
    n_mappings += 3;
    return COPIES_DONE;
}

static void disallow_locked(const struct copy_map *map) {
    live_bytes -= map->bytes;
    n_mappings -= 3;
}

/* Pages for so many bytes, some of them closed. */
static enum copies_reason make_map(struct copy_map **made, uint64_t before, uint64_t size,
                                   uint64_t counted) {
    struct copy_map *map = memory_alloc(sizeof(*map));
    if (!map)
        return COPIES_MEMORY;
    map->bytes = counted;
    lock_acquire(&copies_lock);
    enum copies_reason reason = allow_locked(map->bytes);
    lock_release(&copies_lock);
    if (reason == COPIES_DONE && !pages_take(&map->pages, before, size, 0, map)) {
        lock_acquire(&copies_lock);
        disallow_locked(map);
        lock_release(&copies_lock);
        reason = COPIES_MAPPINGS;
    }
    if (reason == COPIES_DONE)
        *made = map;
    else
        memory_free(map, sizeof(*map));
    return reason;
}

static uint64_t round_to(uint64_t size, uint64_t unit) {
    return (size + unit - 1) / unit * unit;
}

/* What is left out costs address space and a table of it: not for an offset that leads nowhere. */
static bool leads_nowhere(const struct copy *copy) {
    char byte;
    return copy->from >= LARGE && (peek(&byte, (const void *)(copy->original + copy->from), 1) ||
                                   peek(&byte, (const void *)(copy->original + copy->end - 1), 1));
}

/* A buffer on pages of its own, by mode. */
static enum copies_reason place_alone(struct copy *copy) {
    uint64_t skew = copy->original % ALIGN, size = skew + copy->end + ALIGN, before = 0;
    uint64_t left_out = copy->from > 0 ? copy->from / PAGES_SIZE * PAGES_SIZE : 0;
    if (limits.mode == COPIES_GUARD) {
        skew = copy->original % 8;
        size = round_to(skew + copy->end, 8);
    } else if (limits.mode == COPIES_FRONT) {
        before = copy->from + PAGES_SIZE;
        size = copy->end - copy->from + ALIGN;
        left_out = 0;
    }
    if (leads_nowhere(copy))
        return COPIES_UNREADABLE;
    enum copies_reason reason = make_map(&copy->map, before, size, size - left_out);
    if (reason != COPIES_DONE)
        return reason;
    const struct pages *pages = &copy->map->pages;
    if (limits.mode == COPIES_GUARD)
        copy->address = pages->end - size + skew;
    else if (limits.mode == COPIES_FRONT)
        copy->address = pages->begin - copy->from;
    else
        copy->address = pages->begin + skew;
    return COPIES_DONE;
}

/* The small ones of an array, one behind the other. */
static enum copies_reason place_together(struct copy *const *copies, unsigned n) {
    struct copy_map *map = NULL;
    uint64_t size = 0;
    for (unsigned i = 0; i < n; i++)
        if (!has_own_pages(copies[i]))
            size = round_to(size, ALIGN) + copies[i]->original % ALIGN + copies[i]->end + ALIGN;
    if (size == 0)
        return COPIES_DONE;
    enum copies_reason reason = make_map(&map, 0, size, round_to(size, PAGES_SIZE));
    uintptr_t at = map ? map->pages.begin : 0;
    for (unsigned i = 0; i < n && map; i++)
        if (!has_own_pages(copies[i])) {
            copies[i]->map = map;
            copies[i]->address = round_to(at, ALIGN) + copies[i]->original % ALIGN;
            at = copies[i]->address + copies[i]->end + ALIGN;
        }
    return reason;
}

static void set_key(struct copy_map *map, const struct copy *copy) {
    map->key.original = copy->original;
    map->key.from = copy->from;
    map->key.end = copy->end;
}

static void hold_locked(struct copy *copy) {
    copy->next = copy->map->copies;
    copy->at = &copy->map->copies;
    if (copy->next)
        copy->next->at = &copy->next;
    *copy->at = copy;
    copy->map->n_holders++;
    copy->is_held = true;
}

/* What another array holds already. */
static bool share(struct copy *copy) {
    struct copy_map wanted, *found;
    if (!may_share(copy))
        return false;
    memset(&wanted.key, 0, sizeof(wanted.key));
    set_key(&wanted, copy);
    lock_acquire(&copies_lock);
    HASH_FIND(hh, shared, &wanted.key, sizeof(wanted.key), found);
    if (found) {
        copy->map = found;
        copy->address = found->copies->address;
        copy->is_shared = true;
        hold_locked(copy);
    }
    lock_release(&copies_lock);
    return found != NULL;
}

/* For others to share, unless one did so meanwhile. */
static void offer_locked(struct copy *copy) {
    struct copy_map *map = copy->map, *found;
    set_key(map, copy);
    HASH_FIND(hh, shared, &map->key, sizeof(map->key), found);
    if (!found)
        HASH_ADD(hh, shared, key, sizeof(map->key), map);
}

static void withdraw_locked(struct copy_map *map) {
    if (map->hh.tbl) {
        HASH_DEL(shared, map);
        map->hh.tbl = NULL;
    }
}

/* Pages that may be written, for the first copy on them. */
static bool open_map(const struct copy *first) {
    struct copy_map *map = first->map;
    uintptr_t low = (first->address + first->from) & ~(uintptr_t)(PAGES_SIZE - 1);
    uintptr_t end = map->pages.end;
    uintptr_t reused = closed_reuse(low, end, copies_live_bytes());
    if (!pages_set(map->pages.begin, end, PAGES_WRITE))
        return false;
    map->is_open = true;
    map->is_reused = reused > low;
    if (end - reused >= MANY)
        pages_fill(reused, end);
    if (map->is_reused)
        memset((void *)low, 0, first->address + first->from - low);
    return true;
}

/* What belongs to no copy reads as zeros; those behind this one on the last page come later. */
static void clear_around(const struct copy *copy) {
    uintptr_t from = copy->address + copy->from, end = copy->address + copy->end;
    uintptr_t low = from / ALIGN * ALIGN, high = round_to(end + ALIGN, ALIGN);
    const struct pages *pages = &copy->map->pages;
    low = low > pages->begin ? low : pages->begin;
    high = pages->end < high + PAGES_SIZE ? pages->end : high;
    memset((void *)low, 0, from - low);
    memset((void *)end, 0, high - end);
}

static enum copies_reason fill(const struct copy *copy) {
    uintptr_t to = copy->address + copy->from;
    if (!copy->map->is_open && !open_map(copy))
        return COPIES_MAPPINGS;
    if (copy->map->is_reused)
        clear_around(copy);
    return peek((void *)to, (const void *)(copy->original + copy->from), size_of(copy)) == 0
               ? COPIES_DONE
               : COPIES_UNREADABLE;
}

static void close_locked(struct copy_map *map) {
    withdraw_locked(map);
    disallow_locked(map);
    map->is_closed = true;
    pages_set(map->pages.begin, map->pages.end, PAGES_CLOSED);
    closed_add_locked(map);
}

void copies_leave_locked(struct copy *copy) {
    if (!copy->is_held)
        return;
    copy->is_held = false;
    if (--copy->map->n_holders == 0)
        close_locked(copy->map);
}

static void free_map_locked(struct copy_map *map) {
    closed_remove_locked(map);
    pages_forget(&map->pages);
    memory_free(map, sizeof(*map));
}

void copies_forget_locked(struct copy *copy) {
    struct copy_map *map = copy->map;
    if (!map)
        return;
    copies_leave_locked(copy);
    *copy->at = copy->next;
    if (copy->next)
        copy->next->at = copy->at;
    copy->map = NULL;
    if (!map->copies)
        free_map_locked(map);
}

/* A plan that came to nothing: who holds its maps gives them back. */
static void undo(struct copy *const *copies, unsigned n) {
    lock_acquire(&copies_lock);
    for (unsigned i = 0; i < n; i++)
        if (copies[i]->map && !copies[i]->is_held)
            hold_locked(copies[i]);
    for (unsigned i = 0; i < n; i++)
        copies_forget_locked(copies[i]);
    lock_release(&copies_lock);
}

static void hold_all(struct copy *const *copies, unsigned n) {
    lock_acquire(&copies_lock);
    for (unsigned i = 0; i < n; i++)
        if (!copies[i]->is_held) {
            hold_locked(copies[i]);
            if (may_share(copies[i]))
                offer_locked(copies[i]);
        }
    lock_release(&copies_lock);
}

static enum copies_reason place_all(struct copy *const *copies, unsigned n) {
    enum copies_reason reason = place_together(copies, n);
    for (unsigned i = 0; i < n && reason == COPIES_DONE; i++)
        if (has_own_pages(copies[i]) && !share(copies[i]))
            reason = place_alone(copies[i]);
    return reason;
}

static enum copies_reason fill_all(struct copy *const *copies, unsigned n) {
    enum copies_reason reason = COPIES_DONE;
    for (unsigned i = 0; i < n && reason == COPIES_DONE; i++)
        if (!copies[i]->is_held)
            reason = fill(copies[i]);
    for (unsigned i = 0; i < n && reason == COPIES_DONE; i++) {
        struct copy_map *map = copies[i]->map;
        if (map->is_open && !pages_set(map->pages.begin, map->pages.end, PAGES_READ))
            reason = COPIES_MAPPINGS;
        map->is_open = false;
    }
    return reason;
}

enum copies_reason copies_make(struct copy *const *copies, unsigned n) {
    enum copies_reason reason = place_all(copies, n);
    if (reason == COPIES_DONE)
        reason = fill_all(copies, n);
    if (reason == COPIES_DONE)
        hold_all(copies, n);
    else
        undo(copies, n);
    return reason;
}

static int64_t gap_of(const struct copy *copy, uintptr_t address) {
    uintptr_t first = copy->address + copy->from, end = copy->address + copy->end;
    if (address < first)
        return -(int64_t)(first - address);
    return address < end ? 0 : (int64_t)(address - end) + 1;
}

struct copy *copies_at_locked(uintptr_t address, int64_t *gap) {
    struct copy_map *map = pages_owner(address);
    struct copy *best = NULL;
    uint64_t nearest = UINT64_MAX;
    for (struct copy *copy = map ? map->copies : NULL; copy; copy = copy->next) {
        int64_t here = gap_of(copy, address);
        uint64_t distance = (uint64_t)(here < 0 ? -here : here);
        /* Of those that share it, one whose array is gone is the one to name. */
        if (distance < nearest || (distance == nearest && best->is_held && !copy->is_held)) {
            nearest = distance;
            best = copy;
            *gap = here;
        }
    }
    return best;
}

/* Bytes before the first row stand there as they do in the original, which may be a copy too; who
 * read them goes on as without us. */
static bool open_before(const struct copy *copy) {
    const struct pages *pages = &copy->map->pages;
    int64_t gap = 0;
    struct copy *below = copies_at_locked(copy->original, &gap);
    if (below && gap < 0)
        copies_open_locked(below, gap, false);
    if (!pages_set(pages->low, pages->begin, PAGES_WRITE))
        return false;
    peek((void *)copy->address, (const void *)copy->original, copy->from);
    return pages_set(pages->low, pages->begin, PAGES_READ);
}

/* And so do those behind the last. */
static bool open_behind(const struct copy *copy, bool to_write) {
    const struct pages *pages = &copy->map->pages;
    uintptr_t from = copy->original + (pages->end - copy->address), to = pages->end;
    if (!pages_set(pages->end, pages->high, PAGES_WRITE))
        return false;
    while (to < pages->high) {
        size_t n = PAGES_SIZE - from % PAGES_SIZE;
        n = n < pages->high - to ? n : pages->high - to;
        if (peek((void *)to, (const void *)from, n) != 0)
            break;
        from += n;
        to += n;
    }
    return to_write || pages_set(pages->end, pages->high, PAGES_READ);
}

bool copies_open_locked(struct copy *copy, int64_t gap, bool to_write) {
    const struct pages *pages = &copy->map->pages;
    uintptr_t at = copy->address + copy->from, end = copy->address + copy->end;
    if (gap < 0 && at - (uintptr_t)-gap < pages->begin)
        return open_before(copy);
    if (gap > 0 && end + (uintptr_t)gap > pages->end)
        return open_behind(copy, to_write);
    uintptr_t low = (gap < 0 ? at + (uintptr_t)gap : at) & ~(uintptr_t)(PAGES_SIZE - 1);
    uintptr_t high = round_to(gap > 0 ? end + (uintptr_t)gap : end, PAGES_SIZE);
    if (to_write) {
        withdraw_locked(copy->map);
        copy->map->was_written = true;
    }
    return pages_set(low < pages->begin ? pages->begin : low, high > pages->end ? pages->end : high,
                     to_write ? PAGES_WRITE : PAGES_READ);
}

uint64_t copies_live_bytes(void) {
    lock_acquire(&copies_lock);
    uint64_t bytes = live_bytes;
    lock_release(&copies_lock);
    return bytes;
}
