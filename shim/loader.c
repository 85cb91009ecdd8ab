/* loader: finds the loader's locks, and walks its list without them. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "shim/loader.h"

#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/auxv.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "report/base/peek.h"
#include "report/unwind.h"
#include "shim/elf.h"
#include "shim/route.h"

_Atomic bool loader_is_stuck;

static const pthread_mutex_t *list_lock; /* NULL: not found */
/* It lies before the other (glibc's struct rtld_global). glibc frees it in a child. */
static const pthread_mutex_t *load_lock;

static _Atomic uint32_t n_calls;  /* loader_note_call() */
static uint32_t n_calls_before;   /* fork */
static bool was_loading;          /* another thread, at that time */
static _Atomic uint32_t n_inside; /* threads between loader_begin() and loader_end() */
static _Atomic bool is_half_done; /* what the loader remembers, in this child */

/* The loader's private data, and what in it is a lock that this thread holds inside of
 * dl_iterate_phdr. */
struct search {
    const char *begin, *end;
    const pthread_mutex_t *held[4];
    unsigned n;
};

static bool read_loader(const struct elf *elf, void *context) {
    struct search *search = context;
    const ElfW(Sym) *symbol = NULL;
    if (elf_is_loader(elf))
        symbol = elf_find(elf, "_rtld_global", NULL);
    if (symbol) {
        search->begin = (const char *)elf_address(elf->base, symbol);
        search->end = search->begin + symbol->st_size;
    }
    return symbol != NULL;
}

static bool is_taken(const pthread_mutex_t *lock) {
    return __atomic_load_n(&lock->__data.__lock, __ATOMIC_ACQUIRE) != 0;
}

static bool is_lock(const pthread_mutex_t *lock) {
    return lock->__data.__kind == PTHREAD_MUTEX_RECURSIVE_NP;
}

static bool is_mine(const pthread_mutex_t *lock) {
    return lock->__data.__owner == (int)syscall(SYS_gettid);
}

static int note_held(struct dl_phdr_info *info, size_t size, void *context) {
    struct search *search = context;
    const char *at = search->begin;
    for (; at + sizeof(pthread_mutex_t) <= search->end; at += sizeof(void *)) {
        const pthread_mutex_t *lock = (const void *)at;
        if (is_lock(lock) && is_taken(lock) && is_mine(lock) && search->n < LENGTH(search->held))
            search->held[search->n++] = lock;
    }
    return 1;
}

void loader_init(void) {
    struct search search = {0};
    if (!elf_each_at_start(read_loader, &search))
        return;
    dl_iterate_phdr(note_held, &search);
    /* Those of a dlopen that we are inside of are still held. */
    for (unsigned i = 0; i < search.n; i++)
        if (!is_taken(search.held[i]))
            list_lock = search.held[i];
    if (list_lock && is_lock(list_lock - 1))
        load_lock = list_lock - 1;
}

void loader_note_call(void) {
    atomic_fetch_add_explicit(&n_calls, 1, memory_order_relaxed);
}

bool loader_begin(void) {
    if (atomic_load(&is_half_done))
        return false;
    atomic_fetch_add(&n_inside, 1);
    return true;
}

void loader_end(void) {
    atomic_fetch_sub(&n_inside, 1);
}

/* Half a millisecond, unless that thread waits for an allocator whose own handler has taken its
 * locks already. */
void loader_fork_wait(void) {
    if (load_lock && is_taken(load_lock) && is_mine(load_lock))
        return;
    const struct timespec tick = {.tv_nsec = 100 * 1000};
    int saved_errno = errno;
    for (unsigned waited = 0; atomic_load(&n_inside) && waited < 200; waited++)
        nanosleep(&tick, NULL);
    errno = saved_errno;
}

void loader_fork_prepare(void) {
    n_calls_before = atomic_load(&n_calls);
    was_loading = load_lock && is_taken(load_lock) && !is_mine(load_lock);
}

/* A call that was noted before the fork may have begun after it was prepared: the loader's own word
 * is asked too. What we load ourselves counts to its end, also where the loader is consistent: a
 * library that is listed and not relocated yet would be taken for loaded. */
void loader_fork_child(void) {
    if (list_lock && is_taken(list_lock))
        atomic_store(&loader_is_stuck, true);
    if (atomic_exchange(&n_inside, 0) || loader_is_stuck || was_loading ||
        _r_debug.r_state != RT_CONSISTENT || atomic_load(&n_calls) != n_calls_before) {
        atomic_store(&is_half_done, true);
        unwind_load_no_more();
    }
}

/* What the file's own header says, as far as it is still there. */
static bool read_headers(const struct link_map *map, struct dl_phdr_info *info) {
    ElfW(Ehdr) file;
    ElfW(Phdr) first;
    info->dlpi_addr = map->l_addr;
    info->dlpi_name = map->l_name;
    if (map == _r_debug.r_map) {
        info->dlpi_phdr = (const void *)getauxval(AT_PHDR);
        info->dlpi_phnum = (ElfW(Half))getauxval(AT_PHNUM);
        return info->dlpi_phdr != NULL;
    }
    if (peek(&file, (const void *)map->l_addr, sizeof(file)) != 0 ||
        memcmp(file.e_ident, ELFMAG, SELFMAG) != 0)
        return false;
    info->dlpi_phdr = (const void *)(map->l_addr + file.e_phoff);
    info->dlpi_phnum = file.e_phnum;
    return file.e_phnum > 0 && peek(&first, info->dlpi_phdr, sizeof(first)) == 0;
}

int loader_walk(int (*visit)(struct dl_phdr_info *info, size_t size, void *context),
                void *context) {
    int result = 0;
    const struct link_map *map = _r_debug.r_map;
    for (; map && result == 0; map = map->l_next) {
        struct dl_phdr_info info = {0};
        if (read_headers(map, &info))
            result = visit(&info, sizeof(info), context);
    }
    return result;
}
