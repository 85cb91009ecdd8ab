/* loader: the loader's locks as a child of fork finds them.
 *
 * glibc takes no care of its list of modules at a fork: when another thread was adding or removing
 * one at that moment, nobody will ever give back the lock on it, and who asks for it waits for
 * ever: dl_iterate_phdr, which we and libunwind need. Such a child is led past the lock: it walks
 * the list without it. And where a thread was inside of dlopen or dlclose at all, what the loader
 * remembers of it is half done: nothing is loaded there on our behalf. The locks lie in the
 * loader's private data; they are found by what happens to them. Where they cannot be told a child
 * is taken to be well. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SHIM_LOADER_H
#define SHIM_LOADER_H

#include <link.h>

#include "report/base/base.h"

/** Find the locks. Once, from the shim's set-up, before there are threads. */
void loader_init(void);

/** The program is about to load or unload something. */
void loader_note_call(void);

/** Around what is loaded or unloaded on our behalf. False: a child that must not do it. */
bool loader_begin(void);
void loader_end(void);

/** Around a fork. First of all: other threads may end what we load in them, for some milliseconds.
 */
void loader_fork_wait(void);
/** Last in the parent; in the child before anything else is done there. */
void loader_fork_prepare(void);
void loader_fork_child(void);

/** In this process dl_iterate_phdr would wait for ever: for dlsym_x86_64.S. */
extern _Atomic bool loader_is_stuck;

/** What dlsym_x86_64.S jumps to in its place: the list without the lock. Nothing is added to it or
 * taken from it any more, as that needs the lock. */
int loader_walk(int (*visit)(struct dl_phdr_info *info, size_t size, void *context), void *context);

#endif
