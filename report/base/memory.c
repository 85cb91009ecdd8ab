/* memory: size classes over chunks from mmap; freed blocks wait in a list of their class. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "report/base/memory.h"

#include <stdatomic.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "report/base/lock.h"

#define MEMORY_PAGE  4096u
#define MEMORY_CHUNK (256u * 1024)
/* Larger blocks get a mapping of their own: a chunk would lose too much of its tail. */
#define MEMORY_LARGE          (MEMORY_CHUNK / 8)
#define MEMORY_DEFAULT_BUDGET (64u * 1024 * 1024)
/* Who needs that much touches it all over: in pages of 4 KiB each touch of a million records costs
 * a walk through page tables, twice that deep in a virtual machine (1,700 ns against 40). */
#define MEMORY_HUGE_FROM (8u * 1024 * 1024)
#define MEMORY_HUGE      (2u * 1024 * 1024)

/* Sizes up to 128 in steps of 16, then four steps to each doubling. */
#define MEMORY_SMALL_CLASSES 8
#define MEMORY_N_CLASSES     (MEMORY_SMALL_CLASSES + 4 * 40)

struct block {
    struct block *next;
};

LOCK_DEFINE(memory_lock, LOCK_MEMORY)

static struct {
    struct block *free[MEMORY_N_CLASSES];
    char *chunk, *chunk_end;
    size_t mapped;
    _Atomic size_t used; /* written under the lock */
} arena;
static _Atomic size_t budget = MEMORY_DEFAULT_BUDGET;
static _Atomic uint64_t refused;

/** The class of a size, and in *rounded what is really handed out. */
static unsigned class_of(size_t size, size_t *rounded) {
    if (size <= 128) {
        unsigned n = size == 0 ? 0 : (unsigned)((size - 1) / 16);
        *rounded = (n + 1) * 16;
        return n;
    }
    unsigned log = 63 - (unsigned)__builtin_clzll(size - 1); /* 2^log < size <= 2^(log+1) */
    size_t step = (size_t)1 << (log - 2);
    unsigned quarter = (unsigned)((size - 1 - ((size_t)1 << log)) / step);
    *rounded = ((size_t)1 << log) + (quarter + 1) * step;
    return MEMORY_SMALL_CLASSES + (log - 7) * 4 + quarter;
}

static void *map_locked(size_t size) {
    size_t limit = atomic_load_explicit(&budget, memory_order_relaxed);
    if (size > limit || arena.mapped > limit - size)
        return NULL;
    /* Not through mmap(): another preloaded library may wrap it and be set up after us. */
    void *memory = (void *)syscall(SYS_mmap, NULL, size, PROT_READ | PROT_WRITE,
                                   MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0L);
    if (memory == MAP_FAILED)
        return NULL;
    arena.mapped += size;
    return memory;
}

/** A chunk that the kernel may back with one large page; it does where it can. */
static char *map_huge_locked(void) {
    char *memory = map_locked((size_t)2 * MEMORY_HUGE);
    if (!memory)
        return NULL;
    char *chunk = (char *)(((uintptr_t)memory + MEMORY_HUGE - 1) & ~(uintptr_t)(MEMORY_HUGE - 1));
    char *end = memory + (size_t)2 * MEMORY_HUGE;
    arena.mapped -= MEMORY_HUGE;
    if (chunk > memory)
        syscall(SYS_munmap, memory, chunk - memory);
    if (end > chunk + MEMORY_HUGE)
        syscall(SYS_munmap, chunk + MEMORY_HUGE, end - chunk - MEMORY_HUGE);
    syscall(SYS_madvise, chunk, (size_t)MEMORY_HUGE, MADV_HUGEPAGE);
    return chunk;
}

/** Near the budget a whole chunk may not fit where a few pages still do. */
static bool refill_locked(size_t need) {
    size_t size = MEMORY_CHUNK;
    char *chunk = arena.mapped >= MEMORY_HUGE_FROM ? map_huge_locked() : NULL;
    if (chunk)
        size = MEMORY_HUGE;
    else
        chunk = map_locked(size);
    if (!chunk) {
        size = (need + MEMORY_PAGE - 1) & ~(size_t)(MEMORY_PAGE - 1);
        chunk = map_locked(size);
    }
    if (!chunk)
        return false;
    arena.chunk = chunk;
    arena.chunk_end = chunk + size;
    return true;
}

/** Fresh memory is zero already; recycled memory is not: *zero says which. */
static void *take_locked(unsigned class, size_t rounded, bool *zero) {
    struct block *block = arena.free[class];
    if (block) {
        arena.free[class] = block->next;
        *zero = false;
        return block;
    }
    *zero = true;
    if (rounded > MEMORY_LARGE)
        return map_locked((rounded + MEMORY_PAGE - 1) & ~(size_t)(MEMORY_PAGE - 1));
    if ((size_t)(arena.chunk_end - arena.chunk) < rounded && !refill_locked(rounded))
        return NULL;
    char *memory = arena.chunk;
    arena.chunk += rounded;
    return memory;
}

void memory_init(size_t limit) {
    atomic_store_explicit(&budget, limit, memory_order_relaxed);
}

static void use_locked(size_t more) {
    size_t used = atomic_load_explicit(&arena.used, memory_order_relaxed);
    atomic_store_explicit(&arena.used, used + more, memory_order_relaxed);
}

bool memory_is_short(void) {
    size_t most = atomic_load_explicit(&budget, memory_order_relaxed);
    return atomic_load_explicit(&arena.used, memory_order_relaxed) > most / 8 * 7;
}

void *memory_alloc(size_t size) {
    void *memory = NULL;
    size_t rounded = 0;
    bool zero = true;
    /* A crash handler may have interrupted us in here: then nothing can be had. */
    if (size <= PTRDIFF_MAX / 2 && !lock_is_mine(&memory_lock)) {
        unsigned class = class_of(size, &rounded);
        lock_acquire(&memory_lock);
        memory = take_locked(class, rounded, &zero);
        if (memory)
            use_locked(rounded);
        lock_release(&memory_lock);
    }
    if (!memory)
        atomic_fetch_add_explicit(&refused, 1, memory_order_relaxed);
    else if (!zero)
        memset(memory, 0, size);
    return memory;
}

void memory_free(void *memory, size_t size) {
    if (!memory || lock_is_mine(&memory_lock))
        return;
    size_t rounded;
    unsigned class = class_of(size, &rounded);
    struct block *block = memory;
#ifdef LOCK_CHECK
    memset(memory, 0xdb, size); /* where tests build it so: nobody reads what was given back */
#endif
    lock_acquire(&memory_lock);
    block->next = arena.free[class];
    arena.free[class] = block;
    use_locked(0 - rounded);
    lock_release(&memory_lock);
}

char *memory_copy_string(const char *string, size_t length) {
    char *copy = memory_alloc(length + 1);
    if (copy)
        memcpy(copy, string, length);
    return copy;
}

struct memory_stats memory_stats(void) {
    struct memory_stats stats = {
        .budget = atomic_load_explicit(&budget, memory_order_relaxed),
        .refused = atomic_load_explicit(&refused, memory_order_relaxed),
    };
    bool mine = lock_is_mine(&memory_lock);
    if (!mine)
        lock_acquire(&memory_lock);
    stats.mapped = arena.mapped;
    stats.used = arena.used;
    if (!mine)
        lock_release(&memory_lock);
    return stats;
}
