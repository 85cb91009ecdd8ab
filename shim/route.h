/* route: which function stands behind a name for which caller, past our own hooks.
 *
 * Locks: none of ours; may enter the loader. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SHIM_ROUTE_H
#define SHIM_ROUTE_H

#include <link.h>

#include "hooks/hook.h"

/** Read libc's own dlopen, dlmopen, dlsym, dlvsym from its hash table. Idempotent; the first
 * look-up does it too. */
void route_init(void);

/**
 * The real function behind a slot of a module.
 *
 * @old   the slot's present value: kept when the module it points into defines the name there
 * @return NULL when nothing defines it
 */
void *route_behind_slot(const char *name, uintptr_t old, const char *module_path);

/** A symbol in any loaded module (hidden copies aside), our own hooks passed by; NULL when none
 * defines it. */
void *route_resolve(const char *name);

/** dlopen past our own wrapper, RTLD_NOW | RTLD_LOCAL. */
void *route_open(const char *name);

/** For dlsym.S: what to answer in place of the real look-up, NULL to go on to the real one. */
void *route_lookup(void *handle, const char *name, const char *version, void *caller);

#endif
