/* route: finds real functions: by the hash tables of loaded modules where one module alone defines
 * a name, by the loader where several do. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "shim/route.h"

#include <errno.h>
#include <stdatomic.h>

#include "report/base/thread.h"
#include "report/module.h"
#include "shim/elf.h"
#include "shim/loader.h"
#include "shim/slots.h"

struct route_libc route_libc, route_next;
_Static_assert(offsetof(struct route_libc, dl_iterate_phdr) == 32 &&
                   offsetof(struct route_libc, syscall) == 40,
               "dlsym_x86_64.S knows the first six");

static _Atomic bool is_ready;
static _Atomic bool deepbind_seen;
static _Atomic unsigned n_at_start; /* modules of the program's own start: the first in the list */

struct libc_name {
    const char *name;
    void **place, **next;
};

static const struct libc_name libc_names[] = {
#define ROUTE_NAME(result, name, arguments)                                                        \
    {#name, (void **)&route_libc.name, (void **)&route_next.name},
    ROUTE_LIBC(ROUTE_NAME)
#undef ROUTE_NAME
};

/* The last part of a path begins with this. */
static bool is_file(const char *path, const char *name) {
    const char *last = path;
    for (; *path; path++)
        if (*path == '/')
            last = path + 1;
    while (*name && *name == *last)
        name++, last++;
    return !*name;
}

struct start {
    unsigned n;   /* modules so far */
    unsigned own; /* our index */
};

/* Before glibc 2.34 dlopen and its kin stand in libdl. */
static bool read_names(const struct elf *elf, void *context) {
    struct start *start = context;
    start->n = elf->index + 1;
    bool is_libc = is_file(elf->path, "libc.so.") || is_file(elf->path, "libdl.so.");
    if (!is_libc && elf->index < start->own)
        return false;
    for (size_t i = 0; i < LENGTH(libc_names); i++) {
        const ElfW(Sym) *symbol = elf_find(elf, libc_names[i].name, NULL);
        void *address = symbol ? (void *)elf_address(elf->base, symbol) : NULL;
        if (is_libc && !*libc_names[i].place)
            *libc_names[i].place = address;
        if (!*libc_names[i].next)
            *libc_names[i].next = address;
    }
    return false;
}

void route_init(void) {
    if (LIKELY(atomic_load_explicit(&is_ready, memory_order_acquire)))
        return;
    elf_init();
    struct start start = {.own = elf_own_index()};
    elf_each_at_start(read_names, &start);
    atomic_store(&n_at_start, start.n);
    atomic_store_explicit(&is_ready, true, memory_order_release);
}

/* Who defines a name, in the loader's order. */
#define MAX_DEFINERS 16

/* Copied: another thread may unload the module meanwhile. */
struct definer {
    uintptr_t base;
    ElfW(Sym) symbol;
    unsigned index;
};

struct search {
    const char *name;
    const char *version;
    uintptr_t address; /* 0, or one whose module may define the name right there */
    bool is_there;
    bool is_bound; /* by a module's reference: a definition without a version answers it too */
    unsigned n;
    struct definer definers[MAX_DEFINERS];
};

static bool add_definer(const struct elf *elf, void *context) {
    struct search *search = context;
    if (elf_is_self(elf) || elf_is_vdso(elf))
        return false;
    if (search->address && elf_holds(elf, search->address, 0) &&
        elf_defines_at(elf, search->name, search->address))
        search->is_there = true;
    const ElfW(Sym) *symbol = elf_find(elf, search->name, search->version);
    if (symbol && search->n < MAX_DEFINERS)
        search->definers[search->n++] = (struct definer){elf->base, *symbol, elf->index};
    return false;
}

static struct search find_definers(const char *name, const char *version, uintptr_t address) {
    struct search search = {.name = name, .version = version, .address = address};
    elf_each(add_definer, &search);
    return search;
}

static void *address_of(const struct definer *definer) {
    return (void *)elf_address(definer->base, &definer->symbol);
}

/* True when one of the definers really stands at the address: a program that is not
 * position-independent has entries of its own for functions whose address it takes. */
static bool is_definition(const struct search *search, const void *address) {
    return find_definers(search->name, search->version, (uintptr_t)address).is_there;
}

/* A look-up that failed leaves a message that the program never asked for. */
static void *quiet(void *found) {
    route_libc.dlerror();
    return found;
}

/* What an indirect function leads to is not asked: code of a module that may be gone would run. */
static bool is_definer(const struct search *search, const void *address) {
    for (unsigned i = 0; i < search->n; i++) {
        const struct definer *definer = &search->definers[i];
        if (ELF64_ST_TYPE(definer->symbol.st_info) != STT_GNU_IFUNC &&
            address_of(definer) == address)
            return true;
    }
    return false;
}

/* dlvsym passes by an allocator's own free(), which has no version, where the loader itself does
 * not. What is no definition at all is the program's own entry for one. */
static void *look_up(void *handle, const struct search *search) {
    void *found = NULL;
    if (!search->version || search->is_bound)
        found = route_libc.dlsym(handle, search->name);
    bool is_other = found && !is_definer(search, found) && is_definition(search, found);
    if (search->version && (!found || is_other))
        found = quiet(route_libc.dlvsym(handle, search->name, search->version));
    return found;
}

/* What a handle's scope gives, if it is a definition. */
static void *scope_finds(void *handle, const struct search *search) {
    void *found = handle ? look_up(handle, search) : NULL;
    return found && is_definition(search, found) ? found : NULL;
}

/* The global scope. */
static void *program_finds(const struct search *search) {
    void *found = look_up(RTLD_DEFAULT, search);
    if (!found)
        return quiet(NULL);
    if (is_definition(search, found))
        return found;
    /* The program's own entry leads to the first definer behind it. */
    const struct definer *first = &search->definers[0];
    return first->index < atomic_load(&n_at_start) ? address_of(first) : NULL;
}

/* The program may have closed it meanwhile: then it goes now, and what its destructors do is the
 * program's doing, not ours. */
static void close_as_program(void *handle) {
    uint8_t guard = thread_self.guard;
    thread_self.guard = 0;
    module_note_unload();
    route_libc.dlclose(handle);
    module_note_unload();
    thread_self.guard = guard;
}

static void *module_finds(const char *path, const struct search *search) {
    if (!path || !*path || !loader_begin())
        return NULL;
    void *handle = route_libc.dlopen(path, RTLD_LAZY | RTLD_NOLOAD);
    void *found = scope_finds(handle, search);
    if (handle)
        close_as_program(handle);
    loader_end();
    return quiet(found);
}

/* Several modules define it: the loader knows which one the module at path would get. */
static void *choose(const struct search *search, const char *path) {
    void *found = program_finds(search);
    if (!found)
        found = module_finds(path, search);
    return found ? found : address_of(&search->definers[0]);
}

void *route_behind_slot(const struct route_slot *slot) {
    int saved_errno = errno;
    struct search search = find_definers(slot->name, slot->version, slot->old);
    search.is_bound = true;
    void *real;
    if (search.is_there)
        real = (void *)slot->old;
    else if (search.n == 0)
        real = NULL;
    else if (search.n == 1)
        real = address_of(&search.definers[0]);
    else if (atomic_load(&deepbind_seen))
        real = NULL; /* whether this module's own scope comes first cannot be seen from outside */
    else
        real = choose(&search, slot->path);
    errno = saved_errno;
    return real;
}

void *route_resolve(const char *name) {
    route_init();
    struct search search = find_definers(name, NULL, 0);
    return search.n ? address_of(&search.definers[0]) : NULL;
}

void *route_open(const char *name) {
    /* Its destructor takes mutexes in threads that ThreadSanitizer has left already, and faults. */
    if (route_resolve("__tsan_init") || !loader_begin())
        return NULL;
    struct link_map *opened = quiet(route_libc.dlopen(name, RTLD_NOW | RTLD_LOCAL));
    loader_end();
    /* It works under a lock of ours: another library's wrapper has no business there. */
    if (opened)
        slots_divert((uintptr_t)opened->l_ld, "dl_iterate_phdr", dl_iterate_phdr);
    return opened;
}

/* The module that called dlsym. */
struct caller {
    uintptr_t address;
    unsigned index;
    char path[1024];
};

static bool is_caller(const struct elf *elf, void *context) {
    struct caller *caller = context;
    if (!elf_holds(elf, caller->address, 0))
        return false;
    caller->index = elf->index;
    strncpy(caller->path, elf->path, sizeof(caller->path) - 1);
    return true;
}

static void *find_default(const struct search *search, void *return_address) {
    void *found = program_finds(search);
    if (found)
        return found;
    struct caller caller = {.address = (uintptr_t)return_address};
    return elf_each(is_caller, &caller) ? module_finds(caller.path, search) : NULL;
}

/* The modules after the caller that define it, as far as they are sure to be in its scope; the rest
 * is left to the loader, without a hook. */
static void *find_next(const struct search *search, void *return_address) {
    struct caller caller = {.address = (uintptr_t)return_address};
    if (!elf_each(is_caller, &caller))
        return NULL;
    unsigned n = atomic_load(&n_at_start);
    void *in_scope = caller.index < n ? NULL : module_finds(caller.path, search);
    for (unsigned i = 0; i < search->n; i++) {
        const struct definer *definer = &search->definers[i];
        if (definer->index <= caller.index)
            continue;
        if (definer->index < n || address_of(definer) == in_scope)
            return address_of(definer);
        return NULL;
    }
    return NULL;
}

static void *find(void *handle, const struct search *search, void *caller) {
    if (search->n == 0)
        return NULL;
    if (handle == RTLD_DEFAULT)
        return find_default(search, caller);
    if (handle == RTLD_NEXT)
        return find_next(search, caller);
    return scope_finds(handle, search);
}

void *route_lookup(void *handle, const char *name, const char *version, void *caller) {
    route_init();
    slots_rescan();
    struct hook_row *row = name ? hook_find(name) : NULL;
    if (LIKELY(!row || row->on_demand))
        return NULL;
    int saved_errno = errno;
    void *entry = NULL;
    if (thread_is_own_process()) {
        struct search search = find_definers(name, version, 0);
        void *real = find(handle, &search, caller);
        entry = real ? hook_entry(row, real) : NULL;
    }
    errno = saved_errno;
    return entry;
}

void route_opening(int flags) {
    route_init();
    if (flags & RTLD_DEEPBIND)
        atomic_store(&deepbind_seen, true);
    loader_note_call();
    slots_mark();
}

/* What was remembered of the code at an address goes with the module, before its place is free. */
EXPORT int dlclose(void *handle) {
    route_init();
    module_note_unload();
    loader_note_call();
    int result = route_next.dlclose(handle);
    module_note_unload();
    hook_forget_frees();
    return result;
}
