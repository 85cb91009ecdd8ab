/* thunk: hands out the entry points of thunk_x86_64.S, keeps dead ones in quarantine, maps more
 * when they run out. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "hooks/thunk.h"

#include <fcntl.h>
#include <link.h>
#include <stdatomic.h>
#include <sys/mman.h>
#include <unistd.h>

#include "report/base/lock.h"
#include "report/base/memory.h"

#define GROUP_SHIFT THUNK_GROUP_SHIFT
#define GROUP_SIZE  (1u << GROUP_SHIFT)
#define MAX_GROUPS  THUNK_MOST_GROUPS
#define ENTRY_SIZE  THUNK_ENTRY_SIZE

/* Roots of drafts are entered in turn, thousands of entries, and what a processor knows of the
 * branches that it took goes by the lower 16 bits of where they stand. So the entries of roots are
 * the first few of each stretch of 64 KiB: there are as many of them, but 256 that it tells apart
 * (a 16th of what such a life costs, and half of that for lines of the cache that they share). */
#define STRETCH       (65536u / ENTRY_SIZE)
#define STRETCH_ROOTS 256u
#define GROUP_ROOTS   (GROUP_SIZE / STRETCH * STRETCH_ROOTS)

extern const char thunk_table[], thunk_header[], thunk_table_end[];
void thunk_enter(void);

_Static_assert(sizeof(struct thunk_slot) == 32, "thunk_enter multiplies by it");

struct thunk_slot *thunk_groups[MAX_GROUPS];
uintptr_t thunk_code[MAX_GROUPS];

static struct thunk_slot first_group[GROUP_SIZE];
_Atomic uint32_t thunk_n_groups;

static struct lock lock;
static thunk_handler stale_handler;
static uint32_t next_fresh = STRETCH_ROOTS; /* first slot never used, but for those of roots */
static uint32_t next_root;                  /* of these, how many were used */
/* Of 1, of 4 and of 6 neighbouring slots. */
static uint32_t free_lists[3] = {THUNK_NONE, THUNK_NONE, THUNK_NONE};
static uint32_t n_live, n_quarantined;

/* Quarantines: what a program releases a second time is a root; children, most of what dies, are
 * met again by a producer's own fault only, and a short wait keeps their memory in the caches. */
#define MOST_CHILDREN 4096
/* What died a moment ago is known again even when memory is short. */
#define LEAST_QUARANTINED 1024
static struct queue {
    uint32_t oldest, newest; /* slots, THUNK_NONE when empty */
    uint32_t n;              /* slots */
} roots = {THUNK_NONE, THUNK_NONE, 0}, children = {THUNK_NONE, THUNK_NONE, 0};

void thunk_init(thunk_handler stale) {
    stale_handler = stale;
    lock_init(&lock, LOCK_THUNK);
    thunk_groups[0] = first_group;
    thunk_code[0] = (uintptr_t)thunk_table;
    atomic_store(&thunk_n_groups, 1);
}

/* Where the table stands in our own file. */
struct own_file {
    const char *path;
    off_t offset;
};

static int find_own_file(struct dl_phdr_info *info, size_t size, void *context) {
    struct own_file *file = context;
    uintptr_t table = (uintptr_t)thunk_table;
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *segment = &info->dlpi_phdr[i];
        uintptr_t begin = info->dlpi_addr + segment->p_vaddr;
        if (segment->p_type != PT_LOAD || table < begin || table >= begin + segment->p_filesz)
            continue;
        file->path = *info->dlpi_name ? info->dlpi_name : "/proc/self/exe";
        file->offset = (off_t)(segment->p_offset + (table - begin));
        return 1;
    }
    return 0;
}

/* Map the table once more; its last page becomes memory that says which copy it is. */
static uintptr_t map_copy(const struct own_file *file, uint32_t first) {
    size_t size = (size_t)(thunk_table_end - thunk_table);
    size_t header = (size_t)(thunk_header - thunk_table);
    int fd = open(file->path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return 0;
    char *copy = mmap(NULL, size, PROT_READ | PROT_EXEC, MAP_PRIVATE, fd, file->offset);
    close(fd);
    if (copy == MAP_FAILED)
        return 0;
    /* The file may have been replaced since we were loaded: then what was mapped is not our table.
     */
    uintptr_t *words = MAP_FAILED;
    if (memcmp(copy, thunk_table, header) == 0)
        words = mmap(copy + header, size - header, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
    if (words == MAP_FAILED) {
        munmap(copy, size);
        return 0;
    }
    words[0] = (uintptr_t)thunk_enter;
    words[1] = first;
    mprotect(words, size - header, PROT_READ);
    return (uintptr_t)copy;
}

/* One more group of entries. Runs without the lock (it enters the loader); false when there can be
 * none. */
static bool add_group(uint32_t had) {
    struct own_file file = {0};
    size_t size = sizeof(struct thunk_slot) * GROUP_SIZE;
    if (had >= MAX_GROUPS || !dl_iterate_phdr(find_own_file, &file) || !file.path)
        return false;
    struct thunk_slot *slots = memory_alloc(size);
    uintptr_t code = slots ? map_copy(&file, had << GROUP_SHIFT) : 0;
    bool added = false;
    lock_acquire(&lock);
    if (code && atomic_load(&thunk_n_groups) == had) {
        thunk_groups[had] = slots;
        thunk_code[had] = code;
        atomic_store_explicit(&thunk_n_groups, had + 1, memory_order_release);
        added = true;
    }
    lock_release(&lock);
    if (!added) {
        memory_free(slots, size);
        if (code)
            munmap((void *)code, (size_t)(thunk_table_end - thunk_table));
    }
    return added || atomic_load(&thunk_n_groups) > had;
}

static uint32_t take_root_locked(void) {
    uint32_t group = next_root / GROUP_ROOTS, stretch = next_root % GROUP_ROOTS / STRETCH_ROOTS;
    if (group >= atomic_load(&thunk_n_groups))
        return THUNK_NONE;
    return (group << GROUP_SHIFT) + stretch * STRETCH + next_root++ % STRETCH_ROOTS;
}

/* Neighbours stand in one stretch. */
static uint32_t take_fresh_locked(unsigned n) {
    if (next_fresh % STRETCH + n > STRETCH || next_fresh % STRETCH == 0)
        next_fresh += (STRETCH - next_fresh % STRETCH) % STRETCH + STRETCH_ROOTS;
    if ((next_fresh >> GROUP_SHIFT) >= atomic_load(&thunk_n_groups))
        return n == 1 ? take_root_locked() : THUNK_NONE;
    uint32_t slot = next_fresh;
    next_fresh += n;
    return slot;
}

static uint32_t *free_list(unsigned n) {
    return &free_lists[n == 1 ? 0 : n == 4 ? 1 : 2];
}

static uint32_t take_locked(unsigned n) {
    uint32_t *list = free_list(n);
    uint32_t slot = *list;
    if (slot == THUNK_NONE)
        return take_fresh_locked(n);
    *list = thunk_get(slot)->next;
    return slot;
}

uint32_t thunk_take(struct object *object, unsigned n, const thunk_handler *handlers,
                    const uintptr_t *originals) {
    for (;;) {
        lock_acquire(&lock);
        uint32_t had = atomic_load(&thunk_n_groups);
        uint32_t slot = take_locked(n);
        for (unsigned i = 0; slot != THUNK_NONE && i < n; i++)
            *thunk_get(slot + i) = (struct thunk_slot){.handler = handlers[i],
                                                       .original = originals[i],
                                                       .object = object,
                                                       .next = THUNK_NONE,
                                                       .n = n};
        if (slot != THUNK_NONE)
            n_live += n;
        lock_release(&lock);
        if (slot != THUNK_NONE || !add_group(had))
            return slot;
    }
}

static uint32_t take_run_locked(unsigned n) {
    uint32_t slot = n == 1 ? take_root_locked() : THUNK_NONE;
    if (slot == THUNK_NONE)
        slot = take_fresh_locked(n);
    for (unsigned i = 0; slot != THUNK_NONE && i < n; i++)
        *thunk_get(slot + i) =
            (struct thunk_slot){.handler = stale_handler, .next = THUNK_NONE, .n = 1};
    if (slot != THUNK_NONE)
        n_live += n;
    return slot;
}

uint32_t thunk_take_run(unsigned n) {
    for (;;) {
        lock_acquire(&lock);
        uint32_t had = atomic_load(&thunk_n_groups);
        uint32_t slot = take_run_locked(n);
        lock_release(&lock);
        if (slot != THUNK_NONE || !add_group(had))
            return slot;
    }
}

void thunk_retire(const struct object *object) {
    if (object->thunk == THUNK_NONE || thunk_get(object->thunk)->object != object)
        return;
    struct queue *queue = object->parent ? &children : &roots;
    lock_acquire(&lock);
    struct thunk_slot *slot = thunk_get(object->thunk);
    slot->next = THUNK_NONE;
    if (queue->newest != THUNK_NONE)
        thunk_get(queue->newest)->next = object->thunk;
    else
        queue->oldest = object->thunk;
    queue->newest = object->thunk;
    queue->n += slot->n;
    n_live -= slot->n;
    n_quarantined += slot->n;
    lock_release(&lock);
}

/* The next to be forgotten was last looked at long ago. */
static void prefetch(const struct object *object) {
    for (size_t at = 0; at < sizeof(*object); at += 64)
        __builtin_prefetch((const char *)object + at, 1);
}

static struct object *evict_locked(struct queue *queue) {
    uint32_t first = queue->oldest;
    struct thunk_slot *slot = thunk_get(first);
    struct object *object = slot->object;
    queue->oldest = slot->next;
    if (queue->oldest == THUNK_NONE)
        queue->newest = THUNK_NONE;
    queue->n -= slot->n;
    n_quarantined -= slot->n;
    for (unsigned i = 0; i < slot->n; i++) {
        thunk_get(first + i)->handler = stale_handler;
        thunk_get(first + i)->object = NULL;
    }
    uint32_t *list = free_list(slot->n);
    slot->next = *list;
    *list = first;
    if (queue->oldest != THUNK_NONE)
        prefetch(thunk_get(queue->oldest)->object);
    return object;
}

struct object *thunk_evict(bool force) {
    lock_acquire(&lock);
    uint32_t all = atomic_load(&thunk_n_groups) << GROUP_SHIFT;
    bool is_over = n_quarantined > (memory_is_short() ? LEAST_QUARANTINED : (all - n_live) / 2);
    struct queue *queue = NULL;
    if (children.n > MOST_CHILDREN || ((force || is_over) && children.n > 0))
        queue = &children;
    else if ((force || is_over) && roots.n > 0)
        queue = &roots;
    struct object *object = queue ? evict_locked(queue) : NULL;
    lock_release(&lock);
    return object;
}

void thunk_counts(uint32_t *live, uint32_t *quarantined, uint32_t *all) {
    lock_acquire(&lock);
    *live = n_live;
    *quarantined = n_quarantined;
    *all = atomic_load(&thunk_n_groups) << GROUP_SHIFT;
    lock_release(&lock);
}
