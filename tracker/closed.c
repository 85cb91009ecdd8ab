/* closed: a list by age, and the gathering of small drops into one. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "tracker/closed.h"

/* Moving less costs more than clearing it. */
#define LEAST_MOVED (8 * PAGES_SIZE)
/* New copies are made of so many old ones at most: each is a mapping more. */
#define MOST_DONORS 4
/* What was made of others is a mapping of its own, closed or not, until it is dropped. */
#define MOST_REUSED 1024
/* Small ones are given back together. */
#define GATHERED (64 * PAGES_SIZE)
/* So many places that were moved from are closed anew together; each is a mapping until then. */
#define MOST_MOVED 16

static struct copy_map *oldest, *newest;
static uint64_t most_bytes, most_waiting, kept_bytes;
static unsigned n_reused;
static struct pages gathered; /* neighbours that are dropped, but not given back yet */
static struct pages moved;    /* neighbours whose memory has moved away, not closed anew yet */
static unsigned n_moved;

void closed_init(uint64_t most, uint64_t waiting) {
    most_bytes = most;
    most_waiting = waiting;
}

static size_t size_of(const struct pages *pages) {
    return pages->end - pages->begin;
}

static void give_back_locked(void) {
    if (gathered.begin < gathered.end)
        pages_drop(&gathered);
    gathered = (struct pages){0};
}

static void gather_locked(const struct pages *pages) {
    if (gathered.high != pages->low || size_of(&gathered) >= GATHERED)
        give_back_locked();
    if (gathered.begin == gathered.end)
        gathered = *pages;
    gathered.end = pages->end;
    gathered.high = pages->high;
}

/* What was released in a row is moved from in a row; nothing is left there meanwhile. */
static void renew_soon(const struct pages *pages) {
    lock_acquire(&copies_lock);
    if (n_moved == MOST_MOVED || (n_moved > 0 && moved.high != pages->low)) {
        pages_renew(&moved);
        n_moved = 0;
    }
    if (n_moved++ == 0)
        moved = *pages;
    moved.end = pages->end;
    moved.high = pages->high;
    lock_release(&copies_lock);
}

static void drop_locked(struct copy_map *map) {
    if (size_of(&map->pages) >= LEAST_MOVED)
        pages_renew(&map->pages);
    else
        gather_locked(&map->pages);
}

static void unlink_locked(struct copy_map *map) {
    *(map->older ? &map->older->newer : &oldest) = map->newer;
    *(map->newer ? &map->newer->older : &newest) = map->older;
    map->older = map->newer = NULL;
    map->is_dropped = true;
    kept_bytes -= map->bytes;
    n_reused -= map->is_reused;
}

void closed_add_locked(struct copy_map *map) {
    map->older = newest;
    *(newest ? &newest->newer : &oldest) = map;
    newest = map;
    kept_bytes += map->bytes;
    n_reused += map->is_reused;
    while (kept_bytes > most_bytes + most_waiting && oldest) {
        struct copy_map *dropped = oldest;
        unlink_locked(dropped);
        drop_locked(dropped);
    }
}

void closed_remove_locked(struct copy_map *map) {
    if (map->is_dropped || !map->is_closed)
        return;
    unlink_locked(map);
    drop_locked(map);
}

/* The oldest that is large enough, when so many bytes more would be too many. Half of all is kept
 * whatever is held. The map itself may be forgotten by another thread from now on. */
static bool take_oldest(uint64_t more, struct pages *taken) {
    bool is_taken = false;
    lock_acquire(&copies_lock);
    while (!is_taken && oldest && n_reused < MOST_REUSED && kept_bytes + more > most_bytes) {
        struct copy_map *map = oldest;
        unlink_locked(map);
        is_taken = size_of(&map->pages) >= LEAST_MOVED;
        if (is_taken)
            *taken = map->pages;
        else
            drop_locked(map);
    }
    lock_release(&copies_lock);
    return is_taken;
}

uintptr_t closed_reuse(uintptr_t low, uintptr_t end, uint64_t live) {
    struct pages taken;
    uint64_t more = live < most_bytes / 2 ? live : most_bytes / 2;
    for (unsigned i = 0; i < MOST_DONORS && end - low >= LEAST_MOVED; i++) {
        if (!take_oldest(more + (end - low), &taken))
            break;
        size_t size = size_of(&taken) < end - low ? size_of(&taken) : end - low;
        bool is_moved = pages_move(low, taken.begin, size);
        low += is_moved ? size : 0;
        if (is_moved && size == size_of(&taken))
            renew_soon(&taken);
        else
            pages_renew(&taken);
    }
    return low;
}
