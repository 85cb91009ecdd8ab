/* module: the table of loaded files, and what lay where before.
 *
 * An address is looked up at the loader and then in a table by first address; what the table says
 * is compared with the loader's entry, as another file may lie there by now. That is not done again
 * while nothing can have been unloaded. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "report/module.h"

#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "report/base/lock.h"
#include "report/base/memory.h"
#include "report/base/peek.h"
#include "report/image.h"

#define MAX_MODULES 8192
#define TABLE_SIZE  (2u * MAX_MODULES)

/** A module with what tells it from another one at the same place. */
struct entry {
    struct module module;
    struct image_notes notes;
    const ElfW(Dyn) * dynamic;
    char *loader_name;           /* what the loader called it */
    bool took_over;              /* another module lay in its range before */
    _Atomic uint64_t checked_at; /* module_unloads() before it was last looked at, and 1 */
};

LOCK_DEFINE(module_lock, LOCK_MODULE)

static _Atomic(struct entry *) modules[MAX_MODULES];
static _Atomic int n_modules;
/* Open addressing by first address; entries stay for ever. */
static _Atomic(struct entry *) table[TABLE_SIZE];
static _Atomic bool any_took_over;
static _Atomic bool any_unloaded;
static uint64_t (*last_event)(void);                /* set once, before the first unloading */
static unsigned long long loads_seen, unloads_seen; /* under module_lock */

static unsigned slot_of(uintptr_t begin) {
    return (unsigned)(((begin >> 12) * 0x9e3779b97f4a7c15u) >> 40) % TABLE_SIZE;
}

static bool locate(uintptr_t address, struct image *image) {
    if (image_is_lock_free())
        return image_at(address, image);
    lock_acquire(&module_lock);
    bool found = image_at(address, image);
    lock_release(&module_lock);
    return found;
}

/** The file at this place is the one the entry stands for. */
static bool is_same(const struct entry *entry, const struct image *image) {
    return entry->module.begin == image->begin && entry->dynamic == image->dynamic &&
           entry->module.base == image->base &&
           peek_equals(image->loader_name, entry->loader_name, strlen(entry->loader_name) + 1) &&
           image_has_build_id(&entry->notes);
}

static struct entry *find(const struct image *image) {
    unsigned slot = slot_of(image->begin);
    for (;;) {
        struct entry *entry = atomic_load_explicit(&table[slot], memory_order_acquire);
        if (!entry || is_same(entry, image))
            return entry;
        slot = (slot + 1) % TABLE_SIZE;
    }
}

static void set_unloaded(struct entry *entry, bool unloaded) {
    if (unloaded && !entry->module.unloaded && last_event)
        entry->module.unloaded_at = last_event();
    __atomic_store_n(&entry->module.unloaded, unloaded, __ATOMIC_RELAXED);
    if (unloaded)
        atomic_store(&any_unloaded, true);
}

/** It lies there now: whatever lay in its range before is gone. */
static void settle_locked(struct entry *new) {
    for (int id = 0; id < n_modules; id++) {
        struct entry *old = modules[id];
        if (old != new &&
            old->module.begin < new->module.end &&new->module.begin < old->module.end) {
            set_unloaded(old, true);
            new->took_over = true;
            atomic_store(&any_took_over, true);
        }
    }
    set_unloaded(new, false);
}

static void write_hex(char *hex, const unsigned char *bytes, unsigned n) {
    for (unsigned i = 0; i < n; i++) {
        *hex++ = "0123456789abcdef"[bytes[i] >> 4];
        *hex++ = "0123456789abcdef"[bytes[i] & 15];
    }
    *hex = '\0';
}

static char *copy_name_locked(const char *foreign) {
    static char name[4096];
    int length = peek_string(name, sizeof name, foreign);
    return length < 0 ? NULL : memory_copy_string(name, (size_t)length);
}

static bool fill_locked(struct entry *entry, const struct image *image) {
    struct module *module = &entry->module;
    entry->dynamic = image->dynamic;
    entry->loader_name = copy_name_locked(image->loader_name);
    module->base = image->base;
    module->begin = image->begin;
    module->end = image->end;
    module->path = entry->loader_name ? image_path(entry->loader_name) : NULL;
    if (!module->path)
        return false;
    const char *slash = strrchr(module->path, '/');
    module->name = slash ? slash + 1 : module->path;
    image_read_notes(image, &entry->notes);
    write_hex(module->build_id, entry->notes.build_id, entry->notes.build_id_size);
    uintptr_t ours = (uintptr_t)&module_self;
    module->is_system =
        image_is_system(module->name) || (ours >= module->begin && ours < module->end);
    return true;
}

static void publish_locked(struct entry *entry) {
    unsigned slot = slot_of(entry->module.begin);
    while (atomic_load_explicit(&table[slot], memory_order_relaxed))
        slot = (slot + 1) % TABLE_SIZE;
    int id = atomic_load_explicit(&n_modules, memory_order_relaxed);
    entry->module.id = id;
    atomic_store_explicit(&modules[id], entry, memory_order_release);
    atomic_store_explicit(&n_modules, id + 1, memory_order_release);
    atomic_store_explicit(&table[slot], entry, memory_order_release);
}

/** Known, known again, or new; NULL when memory or the table is full. */
static struct entry *add_locked(const struct image *image) {
    struct entry *entry = find(image);
    if (entry) {
        if (entry->module.unloaded)
            settle_locked(entry);
        return entry;
    }
    if (n_modules == MAX_MODULES || !(entry = memory_alloc(sizeof *entry)) ||
        !fill_locked(entry, image))
        return NULL;
    settle_locked(entry);
    publish_locked(entry);
    return entry;
}

/** The modules last asked for, by the page of the address: while nothing is unloaded each lies
 * where it lay. */
static _Atomic(struct entry *) recent[64];

static _Atomic(struct entry *) *recent_place(uintptr_t address) {
    return &recent[(address >> 12) % LENGTH(recent)];
}

static struct entry *recall(uintptr_t address) {
    struct entry *entry = atomic_load_explicit(recent_place(address), memory_order_acquire);
    bool is_it =
        entry && address >= entry->module.begin && address < entry->module.end &&
        atomic_load_explicit(&entry->checked_at, memory_order_relaxed) == module_unloads() + 1ull &&
        !__atomic_load_n(&entry->module.unloaded, __ATOMIC_RELAXED);
    return is_it ? entry : NULL;
}

static struct entry *remember(uintptr_t address, struct entry *entry, uint32_t n_unloads) {
    atomic_store_explicit(&entry->checked_at, n_unloads + 1ull, memory_order_relaxed);
    atomic_store_explicit(recent_place(address), entry, memory_order_release);
    return entry;
}

static struct entry *entry_of(uintptr_t address) {
    struct image image;
    struct entry *entry = recall(address);
    if (LIKELY(entry != NULL))
        return entry;
    uint32_t n_unloads = module_unloads();
    if (!locate(address, &image))
        return NULL;
    entry = find(&image);
    if (LIKELY(entry && !__atomic_load_n(&entry->module.unloaded, __ATOMIC_RELAXED)))
        return remember(address, entry, n_unloads);
    /* A crash handler may have interrupted us in here. */
    if (lock_is_mine(&module_lock))
        return entry;
    lock_acquire(&module_lock);
    entry = add_locked(&image);
    lock_release(&module_lock);
    return entry;
}

int module_of(uintptr_t address) {
    struct entry *entry = entry_of(address);
    return entry ? entry->module.id : -1;
}

const struct module *module_get(int id) {
    if (id < 0 || id >= module_count())
        return NULL;
    return &atomic_load_explicit(&modules[id], memory_order_acquire)->module;
}

int module_count(void) {
    return atomic_load_explicit(&n_modules, memory_order_acquire);
}

bool module_still_holds(int id, uintptr_t address) {
    return id >= 0 && module_of(address) == id;
}

const struct module *module_self(void) {
    return module_get(module_of((uintptr_t)&module_self));
}

_Atomic uint32_t module_n_unloads;

void module_note_unload(void) {
    atomic_fetch_add(&module_n_unloads, 1);
}

int module_took_over(uintptr_t address) {
    if (LIKELY(!atomic_load_explicit(&any_took_over, memory_order_relaxed)))
        return -1;
    struct entry *entry = entry_of(address);
    return entry && entry->took_over ? entry->module.id : -1;
}

bool module_any_took_over(void) {
    return atomic_load_explicit(&any_took_over, memory_order_relaxed);
}

/** Only files loaded after another one went can lie in its place. */
static void add_new_locked(void) {
    static uintptr_t begins[1024]; /* under module_lock */
    unsigned n = image_list(begins, LENGTH(begins));
    for (unsigned i = 0; i < n; i++) {
        struct image image;
        if (image_at(begins[i], &image))
            add_locked(&image);
    }
}

static void note_unloaded_locked(void) {
    for (int id = 0; id < n_modules; id++) {
        struct entry *entry = modules[id];
        struct image image;
        if (!entry->module.unloaded &&
            !(image_at(entry->module.begin, &image) && is_same(entry, &image)))
            set_unloaded(entry, true);
    }
}

void module_date_by(uint64_t (*given)(void)) {
    last_event = given;
}

bool module_refresh(void) {
    unsigned long long loads, unloads;
    if (lock_is_mine(&module_lock))
        return false;
    lock_acquire(&module_lock);
    image_counts(&loads, &unloads);
    bool has_loads = loads != loads_seen;
    if (unloads != unloads_seen) {
        module_note_unload();
        note_unloaded_locked();
    }
    if (has_loads && any_unloaded)
        add_new_locked();
    loads_seen = loads;
    unloads_seen = unloads;
    lock_release(&module_lock);
    return has_loads;
}

/** The fields of one line of /proc/self/maps that matter; at the line's end true when it says that
 * the address may be executed. */
struct maps_reader {
    uintptr_t address, range[2];
    unsigned field; /* 0, 1: range; 2: permissions; 3: the rest */
    bool executable;
};

static bool feed(struct maps_reader *reader, char c) {
    if (c == '\n') {
        bool hit = reader->executable && reader->address >= reader->range[0] &&
                   reader->address < reader->range[1];
        *reader = (struct maps_reader){.address = reader->address};
        return hit;
    }
    if (c == '-' && reader->field == 0)
        reader->field = 1;
    else if (c == ' ')
        reader->field = reader->field < 2 ? 2 : 3;
    else if (reader->field < 2)
        reader->range[reader->field] =
            reader->range[reader->field] << 4 | (uintptr_t)(c <= '9' ? c - '0' : c - 'a' + 10);
    else if (reader->field == 2 && c == 'x')
        reader->executable = true;
    return false;
}

/** The kernel's answer for one address, from Linux 6.11 on (PROCMAP_QUERY of its
 * include/uapi/linux/fs.h); older headers do not have it. */
struct maps_query {
    uint64_t size, query_flags, query_addr;
    uint64_t vma_start, vma_end, vma_flags, vma_page_size, vma_offset, inode;
    uint32_t dev_major, dev_minor, vma_name_size, build_id_size;
    uint64_t vma_name_addr, build_id_addr;
};
#define MAPS_QUERY            _IOWR('f', 17, struct maps_query)
#define MAPS_QUERY_EXECUTABLE 4

/** 1 or 0, and -1 where it cannot be asked. */
static int ask_maps(int fd, uintptr_t address) {
    struct maps_query query = {.size = sizeof query, .query_addr = address};
    if (ioctl(fd, MAPS_QUERY, &query) == 0)
        return (query.vma_flags & MAPS_QUERY_EXECUTABLE) != 0;
    return errno == ENOENT ? 0 : -1;
}

static bool read_maps(int fd, uintptr_t address) {
    struct maps_reader reader = {.address = address};
    char bytes[512];
    bool hit = false;
    ssize_t n;
    while (!hit && (n = read(fd, bytes, sizeof bytes)) > 0)
        for (ssize_t i = 0; i < n && !hit; i++)
            hit = feed(&reader, bytes[i]);
    return hit;
}

/** Without /proc nothing speaks against memory that can be read. */
static bool is_mapped_executable(uintptr_t address) {
    int fd = open("/proc/self/maps", O_RDONLY | O_CLOEXEC);
    char byte;
    if (fd < 0)
        return peek(&byte, (void *)address, 1) == 0;
    int answer = ask_maps(fd, address);
    bool hit = answer < 0 ? read_maps(fd, address) : answer;
    close(fd);
    return hit;
}

bool module_code_around(uintptr_t address, uintptr_t *begin, uintptr_t *end) {
    struct entry *entry = entry_of(address);
    if (!entry || address < entry->notes.code || address >= entry->notes.code_end)
        return false;
    *begin = entry->notes.code;
    *end = entry->notes.code_end;
    return true;
}

bool module_is_code(uintptr_t address) {
    struct entry *entry = entry_of(address);
    if (entry && address >= entry->notes.code && address < entry->notes.code_end)
        return true;
    /* Code made at run time, and a file whose pages were made executable later. */
    return is_mapped_executable(address);
}

bool module_begins_function(uintptr_t address) {
    struct entry *entry = entry_of(address);
    return entry && image_begins_function(&entry->notes, address);
}
