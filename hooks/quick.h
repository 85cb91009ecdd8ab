/* quick: the short way of a flat array that is handed over by a function that only gives, and is
 * released where it lies.
 *
 * On this way nothing is locked, captured or asked of the kernel, so no guard is held: all of it
 * may be left by a jump at any instruction. It is taken while each of a few questions has the plain
 * answer; the first other answer leads to the long way, which finds all as it was. Nothing that a
 * report could show may differ. Threads: each has a desk with what it needs. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef HOOKS_QUICK_H
#define HOOKS_QUICK_H

#include "hooks/call.h"
#include "hooks/desk.h"
#include "report/base/peek.h"
#include "report/live.h"

/** @is_on  false: the long way for all (every step is to be recorded) */
void quick_init(bool is_on);

/** Nothing has to be looked at before the real function of this call runs: it gives, and no struct
 * of ours stands where it writes.
 * @releases  by clause: what the release members there hold */
bool quick_before(const struct hook_call *call, uintptr_t *releases);

/** After quick_before() and the real function: what it gave is kept. False: call_after() has to. */
bool quick_after(const struct hook_call *call);

/** The same for the first structure of a thread, after call_before(). */
bool quick_begin(const struct hook_call *call, const struct call_passage *passage);

/** The thread's desk while nothing speaks against the short way, else NULL. A thread that releases
 * what others were handed may have seen no structure yet: it is given one. */
struct desk *quick_opened(void);

/** The same when it was so a moment ago. */
static inline struct desk *quick_desk_again(void) {
    return !thread_self.guard && peek_is_quick() ? thread_self.desk : NULL;
}

/** For the launcher: so many more seen, and alive. */
static inline void quick_show(int64_t seen, int64_t alive) {
    if (LIKELY(!live_is_on()))
        return;
    if (seen)
        live_add(LIVE_SEEN, seen);
    live_add(LIVE_ALIVE, alive);
}

/** Tell the tracker what was counted so far. */
void quick_count(void);

/** Only the forking thread has a desk. */
void quick_fork_child(void);

#endif
