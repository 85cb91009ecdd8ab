/* unwind: return addresses of the calling thread, by the best unwinder that the process has. Keeps
 * no stack.
 *
 * libunwind, opened so that nothing of it enters the host's scope; else libc's backtrace(); else
 * frame pointers. unwind_here() and unwind_context() may enter the loader's lock (dl_iterate_phdr
 * alone): the caller holds LOCK_UNWIND, which fork takes. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef REPORT_UNWIND_H
#define REPORT_UNWIND_H

#include "report/base/peek.h"

/** Opens and warms one. Outside any lock of ours; safe to call again. */
void unwind_init(void *(*open)(const char *name));

/** This process can open no libraries from now on: what is open serves, else frame pointers. */
void unwind_load_no_more(void);

/** Before LOCK_UNWIND is taken: libunwind's own thread-local memory is allocated by the host's
 * malloc, which a thread that forks may have locked before it waits for ours. Cheap after the first
 * time. */
void unwind_enter_thread(void);

/** What libunwind remembers by address can no longer be trusted: libc's backtrace() from now on.
 * Outside any lock. */
void unwind_distrust_cache(void);

/** The caller's return addresses, innermost first; their number. */
unsigned unwind_here(void **pcs, unsigned most);

/** The same from a signal handler's ucontext; pcs[0] is the interrupted instruction itself. */
unsigned unwind_context(void *ucontext, void **pcs, unsigned most);

/** What a walk up the calling thread's stack depends on: words that hold return addresses and saved
 * frame pointers. */
struct unwind_path {
    struct peek_word *words; /* room given by the caller */
    uintptr_t *pcs;          /* return addresses, innermost first */
    unsigned *ends;          /* for each of them the number of words up to it */
    unsigned most_words, most_pcs;
    unsigned n_words, n_pcs; /* filled */
};

/**
 * The path from the caller of a function of ours outwards. Slow.
 *
 * @frame  where that function saved the frame pointer; its return address lies behind
 * @return false without libunwind, and when the room does not do
 */
bool unwind_path(const uintptr_t *frame, struct unwind_path *path);

/** "libunwind", "backtrace" or "none" (frame pointers only). */
const char *unwind_name(void);

#endif
