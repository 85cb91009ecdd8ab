/* elf: reads program headers, dynamic sections and hash tables of what is loaded. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "shim/elf.h"

#include <stdatomic.h>
#include <sys/auxv.h>

#include "report/base/hash.h"
#include "report/base/lock.h"
#include "report/base/thread.h"

/* Our own dynamic section; the linker makes it. */
extern ElfW(Dyn) _DYNAMIC[] __attribute__((visibility("hidden")));

static struct lock lock;
static _Atomic uint32_t walker; /* thread inside elf_each(), whose handlers may come here again */

void elf_init(void) {
    lock_init(&lock, LOCK_UNWIND);
}

/* glibc relocates these pointers in place, other loaders and the kernel's page do not. */
static const void *at(const struct elf *elf, ElfW(Addr) value) {
    return (const void *)(value < elf->base ? elf->base + value : value);
}

static void read_entry(struct elf *elf, const ElfW(Dyn) * entry) {
    const void *pointer = at(elf, entry->d_un.d_ptr);
    switch (entry->d_tag) {
    case DT_SYMTAB:
        elf->symbols = pointer;
        break;
    case DT_STRTAB:
        elf->strings = pointer;
        break;
    case DT_GNU_HASH:
        elf->gnu_hash = pointer;
        break;
    case DT_HASH:
        elf->hash = pointer;
        break;
    case DT_VERSYM:
        elf->versions = pointer;
        break;
    case DT_VERNEED:
        elf->needed = pointer;
        break;
    case DT_VERDEF:
        elf->defined = pointer;
        break;
    case DT_RELA:
        elf->tables[0].first = pointer;
        break;
    case DT_RELASZ:
        elf->tables[0].n = entry->d_un.d_val / sizeof(ElfW(Rela));
        break;
    case DT_JMPREL:
        elf->tables[1].first = pointer;
        break;
    case DT_PLTRELSZ:
        elf->tables[1].n = entry->d_un.d_val / sizeof(ElfW(Rela));
        break;
    }
}

static bool read_dynamic(struct elf *elf) {
    if (!elf->dynamic)
        return false;
    for (const ElfW(Dyn) *entry = elf->dynamic; entry->d_tag != DT_NULL; entry++)
        read_entry(elf, entry);
    return elf->symbols && elf->strings;
}

static bool read_module(struct elf *elf, const struct dl_phdr_info *info) {
    elf->base = info->dlpi_addr;
    elf->path = info->dlpi_name;
    elf->segments = info->dlpi_phdr;
    elf->n_segments = info->dlpi_phnum;
    for (unsigned i = 0; i < elf->n_segments; i++)
        if (elf->segments[i].p_type == PT_DYNAMIC)
            elf->dynamic = (const ElfW(Dyn) *)(elf->base + elf->segments[i].p_vaddr);
    return read_dynamic(elf);
}

struct walk {
    bool (*visit)(const struct elf *elf, void *context);
    void *context;
    unsigned index;
};

static int walk_module(struct dl_phdr_info *info, size_t size, void *context) {
    struct walk *walk = context;
    struct elf elf = {.index = walk->index++};
    return read_module(&elf, info) && walk->visit(&elf, walk->context);
}

static bool locked_walk(int (*visit)(struct dl_phdr_info *, size_t, void *), void *context) {
    uint32_t self = thread_id();
    if (atomic_load(&walker) == self)
        return false;
    lock_acquire(&lock);
    atomic_store(&walker, self);
    bool stopped = dl_iterate_phdr(visit, context) != 0;
    atomic_store(&walker, 0);
    lock_release(&lock);
    return stopped;
}

bool elf_each(bool (*visit)(const struct elf *elf, void *context), void *context) {
    struct walk walk = {.visit = visit, .context = context};
    return locked_walk(walk_module, &walk);
}

bool elf_each_at_start(bool (*visit)(const struct elf *elf, void *context), void *context) {
    unsigned index = 0;
    for (const struct link_map *map = _r_debug.r_map; map; map = map->l_next, index++) {
        struct elf elf = {
            .index = index, .base = map->l_addr, .path = map->l_name, .dynamic = map->l_ld};
        bool is_file = map->l_ld != _DYNAMIC && map->l_addr != getauxval(AT_SYSINFO_EHDR);
        if (is_file && read_dynamic(&elf) && visit(&elf, context))
            return true;
    }
    return false;
}

unsigned elf_own_index(void) {
    unsigned index = 0;
    for (const struct link_map *map = _r_debug.r_map; map && map->l_ld != _DYNAMIC;
         map = map->l_next)
        index++;
    return index;
}

static int read_counts(struct dl_phdr_info *info, size_t size, void *context) {
    *(struct elf_counts *)context = (struct elf_counts){info->dlpi_adds, info->dlpi_subs};
    return 1;
}

bool elf_counts(struct elf_counts *counts) {
    return locked_walk(read_counts, counts);
}

bool elf_is_self(const struct elf *elf) {
    return elf_holds(elf, (uintptr_t)&walker, 0);
}

bool elf_is_loader(const struct elf *elf) {
    return elf->base != 0 && elf->base == getauxval(AT_BASE);
}

bool elf_is_vdso(const struct elf *elf) {
    return elf_holds(elf, getauxval(AT_SYSINFO_EHDR), 0);
}

bool elf_holds(const struct elf *elf, uintptr_t address, unsigned flags) {
    for (unsigned i = 0; i < elf->n_segments; i++) {
        const ElfW(Phdr) *segment = &elf->segments[i];
        if (segment->p_type == PT_LOAD && (segment->p_flags & flags) == flags &&
            address - elf->base - segment->p_vaddr < segment->p_memsz)
            return true;
    }
    return false;
}

bool elf_in_relro(const struct elf *elf, uintptr_t address) {
    uintptr_t page = getauxval(AT_PAGESZ);
    for (unsigned i = 0; i < elf->n_segments; i++) {
        const ElfW(Phdr) *segment = &elf->segments[i];
        uintptr_t begin = elf->base + segment->p_vaddr, end = begin + segment->p_memsz;
        if (segment->p_type == PT_GNU_RELRO && address >= (begin & -page) &&
            address < (end & -page))
            return true;
    }
    return false;
}

static uint32_t hash_gnu(const char *name) {
    uint32_t hash = 5381;
    for (; *name; name++)
        hash = hash * 33 + (unsigned char)*name;
    return hash;
}

/* Sanitizers ask for symbols while their own strcmp() cannot be called yet. */
static bool is_same(const char *one, const char *other) {
    for (; *one && *one == *other; one++)
        other++;
    return *one == *other;
}

static uint32_t hash_sysv(const char *name) {
    uint32_t hash = 0;
    for (; *name; name++) {
        hash = (hash << 4) + (unsigned char)*name;
        uint32_t top = hash & 0xf0000000u;
        hash = (hash ^ top >> 24) & ~top;
    }
    return hash;
}

/* The symbol after `index` in its chain of equal hashes; index 0 begins, 0 is the end. */
static uint32_t next_gnu(const uint32_t *table, uint32_t hash, uint32_t index) {
    uint32_t n_buckets = table[0], first = table[1], n_words = table[2], shift = table[3];
    const ElfW(Addr) *bloom = (const ElfW(Addr) *)(table + 4);
    const uint32_t *buckets = (const uint32_t *)(bloom + n_words);
    const uint32_t *chain = buckets + n_buckets;
    const uint32_t bits = 8 * sizeof(ElfW(Addr));
    if (index == 0) {
        ElfW(Addr) word = bloom[(hash / bits) & (n_words - 1)];
        if (!(word >> (hash % bits) & word >> ((hash >> shift) % bits) & 1))
            return 0;
        index = buckets[hash % n_buckets];
        if (index < first)
            return 0;
    } else if (chain[index++ - first] & 1) {
        return 0;
    }
    for (;; index++) {
        if (((chain[index - first] ^ hash) >> 1) == 0)
            return index;
        if (chain[index - first] & 1)
            return 0;
    }
}

static uint32_t next_sysv(const uint32_t *table, uint32_t hash, uint32_t index) {
    const uint32_t *buckets = table + 2, *chain = buckets + table[0];
    return index ? chain[index] : buckets[hash % table[0]];
}

static bool is_definition(const ElfW(Sym) * symbol) {
    unsigned type = ELF64_ST_TYPE(symbol->st_info);
    return symbol->st_shndx != SHN_UNDEF && ELF64_ST_BIND(symbol->st_info) != STB_LOCAL &&
           (type == STT_FUNC || type == STT_NOTYPE || type == STT_OBJECT || type == STT_GNU_IFUNC);
}

/* The next definition of the name after symbol `index`, of any version; 0 is the end. */
static uint32_t next_definition(const struct elf *elf, const char *name, uint32_t index) {
    if (!elf->gnu_hash && !elf->hash)
        return 0;
    uint32_t hash = elf->gnu_hash ? hash_gnu(name) : hash_sysv(name);
    do {
        index = elf->gnu_hash ? next_gnu(elf->gnu_hash, hash, index)
                              : next_sysv(elf->hash, hash, index);
    } while (index && !(is_definition(&elf->symbols[index]) &&
                        is_same(elf->strings + elf->symbols[index].st_name, name)));
    return index;
}

static const char *defined_version(const struct elf *elf, unsigned number) {
    const ElfW(Verdef) *definition = elf->defined;
    while (definition && definition->vd_ndx != number)
        definition = definition->vd_next
                         ? (const void *)((const char *)definition + definition->vd_next)
                         : NULL;
    if (!definition)
        return NULL;
    const ElfW(Verdaux) *name = (const void *)((const char *)definition + definition->vd_aux);
    return elf->strings + name->vda_name;
}

/* Bit 15 marks a version that only old programs are bound to. */
static bool is_version(const struct elf *elf, uint32_t index, const char *version) {
    if (!elf->versions)
        return true;
    unsigned number = elf->versions[index];
    if (!version)
        return !(number & 0x8000);
    const char *own = defined_version(elf, number & 0x7fff);
    return (number & 0x7fff) < 2 || (own && is_same(own, version));
}

const ElfW(Sym) * elf_find(const struct elf *elf, const char *name, const char *version) {
    uint32_t index = 0;
    while ((index = next_definition(elf, name, index)) != 0)
        if (is_version(elf, index, version))
            return &elf->symbols[index];
    return NULL;
}

bool elf_defines_at(const struct elf *elf, const char *name, uintptr_t address) {
    uint32_t index = 0;
    while ((index = next_definition(elf, name, index)) != 0) {
        const ElfW(Sym) *symbol = &elf->symbols[index];
        bool is_ifunc = ELF64_ST_TYPE(symbol->st_info) == STT_GNU_IFUNC;
        if (is_ifunc ? elf_holds(elf, address, PF_X) : elf_address(elf->base, symbol) == address)
            return true;
    }
    return false;
}

const char *elf_version_of(const struct elf *elf, size_t symbol) {
    if (!elf->versions || !elf->needed)
        return NULL;
    unsigned number = elf->versions[symbol] & 0x7fff;
    const ElfW(Verneed) *file = elf->needed;
    for (;;) {
        const ElfW(Vernaux) *version = (const void *)((const char *)file + file->vn_aux);
        for (unsigned i = 0; i < file->vn_cnt; i++) {
            if ((version->vna_other & 0x7fff) == number)
                return elf->strings + version->vna_name;
            version = (const void *)((const char *)version + version->vna_next);
        }
        if (!file->vn_next)
            return NULL;
        file = (const void *)((const char *)file + file->vn_next);
    }
}

uintptr_t elf_address(uintptr_t base, const ElfW(Sym) * symbol) {
    uintptr_t address = symbol->st_value + (symbol->st_shndx == SHN_ABS ? 0 : base);
    if (ELF64_ST_TYPE(symbol->st_info) == STT_GNU_IFUNC)
        address = ((uintptr_t(*)(void))address)();
    return address;
}

uint64_t elf_print(const struct elf *elf) {
    uint64_t print = hash_add(HASH_NONE, elf->segments, elf->n_segments * sizeof(*elf->segments));
    for (const ElfW(Dyn) *entry = elf->dynamic; entry->d_tag != DT_NULL; entry++)
        print = (print ^ entry->d_un.d_val) * 0x9e3779b97f4a7c15u;
    return print;
}
