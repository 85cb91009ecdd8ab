/* stack: where something happened. Captures are cheap and give an id; names are looked up only for
 * the report.
 *
 * A stack is native frames with the Python frames in their places, innermost first.
 * Locks: LOCK_UNWIND for the length of a capture, so captures come before any lock of a later rank.
 * Memory: the depot is never freed. Little of the calling thread's stack is used. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef REPORT_STACK_H
#define REPORT_STACK_H

#include "report/base/base.h"

/** A captured stack; 0 is "none". Equal stacks have equal ids. */
typedef uint32_t stack_id;

/** One frame. Native: pc is the return address (or the exact address where exact is set). Python:
 * names interned. */
struct stack_frame {
    uintptr_t pc;         /* 0 for a Python frame */
    const char *file;     /* Python only; lives for ever */
    const char *function; /* Python only; lives for ever */
    uint32_t line;        /* Python only */
    int module;           /* native: id of its module when it was captured, -1 for none */
    bool exact;           /* native: pc is the faulting instruction, not a return address */
};

/** Looks a symbol up in every loaded module, whatever its scope: NULL when none defines it. Set by
 * the shim. */
typedef void *(*stack_resolve_fn)(const char *name);

/** Outside any lock of ours, at the first structure: opens libunwind (RTLD_LOCAL) and warms it.
 * A second call, or two at once, do no harm. */
void stack_init(unsigned depth, stack_resolve_fn resolve, void *(*open)(const char *name));

/** Capture the calling thread's stack, frames of this library left out. 0 when the depot is full
 * (counted). */
stack_id stack_capture(void);

/** Capture from a signal handler's ucontext; takes no lock that the interrupted code may hold (0
 * when it cannot). */
stack_id stack_capture_context(void *ucontext);

struct unwind_path;
/** unwind_path() under LOCK_UNWIND. */
bool stack_find_path(const uintptr_t *frame, struct unwind_path *path);

/** pystack_closure() under LOCK_UNWIND. */
bool stack_find_closure(uintptr_t code, struct stack_frame *function);

/** The frames of a stack; *n is their number. Valid for ever. */
const struct stack_frame *stack_frames(stack_id stack, unsigned *n);

/** 64-bit content hash, stable within the process only. */
uint64_t stack_hash(stack_id stack);

/** The innermost frame outside this library, libc, the C++ runtime and the interpreter, as a module
 * id; -1 when there is none or a Python frame comes before it. */
int stack_module_of_caller(stack_id stack);

/** True when frames are missing at its outer end. */
bool stack_is_cut(stack_id stack);

/** Stacks that could not be kept or were cut. */
uint64_t stack_truncated(void);

/** What the process uses to unwind: "libunwind", "backtrace" or "none", for the report's limits. */
const char *stack_unwinder(void);

#endif
