/* pages: pieces of reserved address space, and beside each a table from page to owner. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "tracker/pages.h"

#include <stdatomic.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "report/base/lock.h"

/* Asked for first, and halved where a limit on address space forbids it. */
#define MOST_RESERVED  ((size_t)1 << 38)
#define LEAST_RESERVED ((size_t)1 << 26)
#define PIECES         64

/* Linux 5.14; where it is missing pages come one by one. */
#ifndef MADV_POPULATE_WRITE
#define MADV_POPULATE_WRITE 23
#endif
/* Linux 5.7. */
#ifndef MREMAP_DONTUNMAP
#define MREMAP_DONTUNMAP 4
#endif

struct piece {
    uintptr_t begin, end, next; /* what lies below next is taken */
    _Atomic(void *) *owners;    /* by page */
};

static struct piece pieces[PIECES];
static _Atomic unsigned n_pieces;

LOCK_DEFINE(lock, LOCK_PAGES)

static size_t round_up(size_t size) {
    return (size + PAGES_SIZE - 1) & ~(size_t)(PAGES_SIZE - 1);
}

static void *reserve(size_t size, int access) {
    void *memory = (void *)syscall(SYS_mmap, NULL, size, access,
                                   MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0L);
    return memory == MAP_FAILED ? NULL : memory;
}

static size_t size_of_table(size_t size) {
    return size / PAGES_SIZE * sizeof(void *);
}

static struct piece *add_piece_locked(size_t least) {
    unsigned n = atomic_load(&n_pieces);
    size_t size = MOST_RESERVED;
    void *memory = NULL, *owners = NULL;
    while (n < PIECES && size >= LEAST_RESERVED && size >= least &&
           !(memory = reserve(size, PROT_NONE)))
        size /= 2;
    if (!memory)
        return NULL;
    owners = reserve(size_of_table(size), PROT_READ | PROT_WRITE);
    if (!owners) {
        syscall(SYS_munmap, memory, size);
        return NULL;
    }
    pieces[n] = (struct piece){.begin = (uintptr_t)memory,
                               .end = (uintptr_t)memory + size,
                               .next = (uintptr_t)memory + PAGES_SIZE,
                               .owners = owners};
    atomic_store(&n_pieces, n + 1);
    return &pieces[n];
}

static struct piece *piece_of(uintptr_t address) {
    unsigned n = atomic_load_explicit(&n_pieces, memory_order_acquire);
    for (unsigned i = 0; i < n; i++)
        if (address >= pieces[i].begin && address < pieces[i].end)
            return &pieces[i];
    return NULL;
}

static void set_owner(const struct pages *pages, void *owner) {
    struct piece *piece = piece_of(pages->low);
    for (uintptr_t at = pages->low; piece && at < pages->high; at += PAGES_SIZE)
        atomic_store_explicit(&piece->owners[(at - piece->begin) / PAGES_SIZE], owner,
                              memory_order_relaxed);
}

static bool reserve_run(struct pages *pages, size_t before, size_t size, size_t behind) {
    size_t whole = before + size + behind;
    lock_acquire(&lock);
    unsigned n = atomic_load(&n_pieces);
    struct piece *piece = n > 0 ? &pieces[n - 1] : NULL;
    if (!piece || whole > piece->end - piece->next)
        piece = add_piece_locked(whole + PAGES_SIZE);
    if (piece) {
        *pages = (struct pages){.low = piece->next,
                                .begin = piece->next + before,
                                .end = piece->next + before + size,
                                .high = piece->next + whole};
        piece->next += whole;
    }
    lock_release(&lock);
    return piece != NULL;
}

bool pages_take(struct pages *pages, size_t before, size_t size, size_t behind, void *owner) {
    before = round_up(before);
    size = round_up(size);
    behind = behind ? round_up(behind) : PAGES_SIZE;
    if (!reserve_run(pages, before, size, behind))
        return false;
    set_owner(pages, owner);
    return true;
}

void *pages_owner(uintptr_t address) {
    const struct piece *piece = piece_of(address);
    return piece ? atomic_load_explicit(&piece->owners[(address - piece->begin) / PAGES_SIZE],
                                        memory_order_relaxed)
                 : NULL;
}

bool pages_is_ours(uintptr_t address) {
    return piece_of(address) != NULL;
}

uintptr_t pages_last_before(uintptr_t address) {
    uintptr_t last = 0;
    lock_acquire(&lock);
    const struct piece *piece = piece_of(address);
    if (piece && address >= piece->next && piece->next > piece->begin + PAGES_SIZE)
        last = piece->next - 1;
    lock_release(&lock);
    return last;
}

bool pages_set(uintptr_t begin, uintptr_t end, enum pages_access access) {
    static const int protections[] = {PROT_NONE, PROT_READ, PROT_READ | PROT_WRITE};
    return begin == end || syscall(SYS_mprotect, begin, end - begin, protections[access]) == 0;
}

void pages_fill(uintptr_t begin, uintptr_t end) {
    begin &= ~(uintptr_t)(PAGES_SIZE - 1);
    syscall(SYS_madvise, begin, round_up(end - begin), MADV_POPULATE_WRITE);
}

void pages_drop(const struct pages *pages) {
    syscall(SYS_madvise, pages->begin, pages->end - pages->begin, MADV_DONTNEED);
}

void pages_renew(const struct pages *pages) {
    long flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED;
    size_t size = pages->end - pages->begin;
    if (syscall(SYS_mmap, pages->begin, size, PROT_NONE, flags, -1, 0L) != (long)pages->begin)
        pages_drop(pages);
}

/* The old place stays mapped: a hole could become somebody else's. */
bool pages_move(uintptr_t to, uintptr_t from, size_t size) {
    long flags = MREMAP_MAYMOVE | MREMAP_FIXED | MREMAP_DONTUNMAP;
    return syscall(SYS_mremap, from, size, size, flags, to) == (long)to;
}

void pages_forget(const struct pages *pages) {
    set_owner(pages, NULL);
}
