/* elf: the loaded modules as their dynamic sections tell: which symbols one defines, which slots it
 * has for those of others. Loads nothing and resolves nothing.
 *
 * Locks: LOCK_UNWIND around the loader's list, because a child forked while another thread walks it
 * would hang. What a struct elf points to is sure to be mapped only inside elf_each(). */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SHIM_ELF_H
#define SHIM_ELF_H

#include <link.h>

#include "report/base/base.h"

/** One module. */
struct elf {
    uintptr_t base;
    const ElfW(Phdr) * segments;
    unsigned n_segments;
    unsigned index; /* in the loader's list, the program being 0 */
    const char *path;
    const ElfW(Dyn) * dynamic;
    const ElfW(Sym) * symbols;
    const char *strings;
    const uint32_t *gnu_hash;
    const uint32_t *hash;
    const ElfW(Half) * versions;
    const ElfW(Verneed) * needed;
    const ElfW(Verdef) * defined;
    struct {
        const ElfW(Rela) * first;
        size_t n;
    } tables[2]; /* DT_RELA, DT_JMPREL */
};

/** The loader's counts of modules loaded and unloaded so far. */
struct elf_counts {
    unsigned long long adds, subs;
};

/** Once, from the shim's set-up. */
void elf_init(void);

/** Visit the loaded modules in the loader's order until visit returns true; whether one did. The
 * loader adds and removes none meanwhile; visit must not enter it. Inside itself (a signal handler)
 * it visits none. */
bool elf_each(bool (*visit)(const struct elf *elf, void *context), void *context);

/**
 * The same over the loader's own list, for the first look-up of a process: no call into libc, which
 * a sanitizer may have taken over and not be ready for. Only while no other thread loads. Our own
 * module and the kernel's are left out; segments are not known.
 */
bool elf_each_at_start(bool (*visit)(const struct elf *elf, void *context), void *context);

/** Our own place in the loader's list. Only while no other thread loads. */
unsigned elf_own_index(void);

/** False inside elf_each(). */
bool elf_counts(struct elf_counts *counts);

/** This library, the loader, the kernel's page. */
bool elf_is_self(const struct elf *elf);
bool elf_is_loader(const struct elf *elf);
bool elf_is_vdso(const struct elf *elf);

/** True when a segment of these flags (PF_R, PF_W; 0 for any) holds the address. */
bool elf_holds(const struct elf *elf, uintptr_t address, unsigned flags);

/** True in the pages that the loader makes read-only after relocation. */
bool elf_in_relro(const struct elf *elf, uintptr_t address);

/**
 * A symbol that the module itself defines.
 *
 * @version  NULL for the default version
 * @return   NULL when it has none or only refers to it
 */
const ElfW(Sym) * elf_find(const struct elf *elf, const char *name, const char *version);

/** True when any version of the name is defined in the module, at this address (an IFUNC's result
 * counts). */
bool elf_defines_at(const struct elf *elf, const char *name, uintptr_t address);

/** The version that a reference asks for, NULL for none. */
const char *elf_version_of(const struct elf *elf, size_t symbol);

/** The address of a defined symbol; runs an IFUNC's resolver, so not inside elf_each(). */
uintptr_t elf_address(uintptr_t base, const ElfW(Sym) * symbol);

/** Differs between two modules that came to lie at the same place. */
uint64_t elf_print(const struct elf *elf);

#endif
