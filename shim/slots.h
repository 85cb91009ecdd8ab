/* slots: the pass over loaded modules that leads the slots of every row's symbol to our hooks.
 *
 * Incremental: new modules only, keyed by base and dynamic section; claimed by compare-and-swap; no
 * lock across the loader; RELRO pages protected again afterwards. A module that the loader is still
 * at work on is taken up again by a later pass. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SHIM_SLOTS_H
#define SHIM_SLOTS_H

#include "hooks/hook.h"

/** Pass over the modules that came since the last pass. Cheap when none did. For calls from a
 * module's constructors, where the loader has relocated all there are. */
void slots_pass(void);

/** dlopen went by (from dlsym_x86_64.S): the next hook, look-up or thunk passes when dlpi_adds has
 * changed. */
void slots_mark(void);
/** Passes when marked. */
void slots_rescan(void);

/** Patch the on_demand rows in the module that holds this address. */
void slots_patch_on_demand(uintptr_t address);

/** Have the module that holds this address call our function by that name. Nobody may be in it. */
void slots_divert(uintptr_t address, const char *name, void *function);

/** A pass that another thread was at is taken up again; the mark is gone. */
void slots_fork_child(void);

#endif
