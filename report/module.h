/* module: the loaded files of the process, each with a small number that stays when it is unloaded.
 *
 * Locks: LOCK_MODULE, a leaf. Look-ups by address use _dl_find_object where libc has it and never
 * dladdr. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef REPORT_MODULE_H
#define REPORT_MODULE_H

#include <stdatomic.h>

#include "report/base/base.h"

struct module {
    int id;
    uintptr_t base;       /* load bias */
    uintptr_t begin, end; /* first and last mapped address + 1 */
    char *path;           /* absolute, the executable's from /proc/self/exe */
    const char *name;     /* basename in path */
    char build_id[41];    /* hex, "" when it has none */
    bool unloaded;        /* no longer mapped */
    uint64_t unloaded_at; /* the last event before that was noted (module_date_by) */
    bool is_system;       /* this library, libc, ld.so, libpthread, libstdc++, libgcc_s, libffi, the
                             runtimes of Ada, Fortran and OpenMP, the Python core */
};

/** The module id of an address, -1 when it lies in none (code made at run time). Adds modules not
 * seen before. */
int module_of(uintptr_t address);

/** The module of an id, NULL for -1. Valid for ever. */
const struct module *module_get(int id);

/** Number of modules known, ids are 0 to this - 1. */
int module_count(void);

/** True when the address lies in executable memory: a module's, or a mapping of /proc/self/maps
 * (slower). */
bool module_is_code(uintptr_t address);

/** A function of a loaded file begins there. False, too, where nobody can tell: code made at run
 * time, files without tables for unwinders. */
bool module_begins_function(uintptr_t address);

/** The part of a loaded file that is code and holds the address. False: there is none. */
bool module_code_around(uintptr_t address, uintptr_t *begin, uintptr_t *end);

/** True when the code at address still belongs to module id (false after dlclose, or when another
 * took its place). */
bool module_still_holds(int id, uintptr_t address);

/** Our own file and the folder it lies in. */
const struct module *module_self(void);

/** What unloadings are dated by: gives the number of the last event, and takes no lock. */
void module_date_by(uint64_t (*last_event)(void));

/** Note what was unloaded, and what came to lie in its place, since the last call. Cheap when
 * nothing was. True when something was loaded. */
bool module_refresh(void);

/** A module may be unloaded about now (before and after dlclose). */
void module_note_unload(void);

/** Counts module_note_unload(): while it stands, what lies at an address is what lay there. */
extern _Atomic uint32_t module_n_unloads;
static inline uint32_t module_unloads(void) {
    return atomic_load_explicit(&module_n_unloads, memory_order_acquire);
}

/** The id of the module at address when another one lay in its range before it, else -1. */
int module_took_over(uintptr_t address);

/** Some module has taken another one's place: what was remembered by address may be wrong. */
bool module_any_took_over(void);

#endif
