/* pystack: the Python frames of the calling thread, without the GIL being taken, without a Python
 * allocation, without a call into Python but three that only look up the thread's state.
 *
 * Frames are read from memory: offsets by minor version from 3.9 to 3.12, from 3.13 on as the
 * interpreter tells them; an unknown version gives none, nor does a thread that is not attached or
 * a finalising interpreter. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef REPORT_PYSTACK_H
#define REPORT_PYSTACK_H

#include <stdatomic.h>

#include "report/stack.h"

/** Find the interpreter, if there is one; again after each call that loaded modules. Outside any
 * lock: it enters the loader. */
void pystack_init(stack_resolve_fn resolve);

/**
 * The Python frames of this thread, innermost first. The caller holds LOCK_UNWIND.
 *
 * @frames    file, function and line are filled in, strings interned for ever
 * @entry     entry[i]: frame i is the last before its native evaluation frame
 * @in_crash  what was interrupted may have left anything behind: trust no pointer
 * @return    how many there are, at most most
 */
unsigned pystack_walk(struct stack_frame *frames, bool *entry, unsigned most, bool in_crash);

/**
 * The Python function that code made at run time calls: a callback of ctypes or of cffi, found in
 * what libffi keeps behind its code. The caller holds LOCK_UNWIND.
 *
 * @function  file, name and first line (that of its first decorator) are filled in
 * @return    false for other code, and where what it calls is no function and no bound method
 */
bool pystack_closure(uintptr_t code, struct stack_frame *function);

/** True when pc is a return address in the interpreter's evaluation loop. */
bool pystack_is_eval(uintptr_t pc);

/** True when pc lies in the interpreter's own file. */
bool pystack_is_core(uintptr_t pc);

/** True when the interpreter was built without the GIL: objects begin with another header. */
bool pystack_is_free_threaded(void);

/** True while the interpreter shuts down; the call is only for where one was found. */
extern _Atomic bool pystack_is_found;
bool pystack_ask_finalizing(void);
static inline bool pystack_is_finalizing(void) {
    return UNLIKELY(atomic_load_explicit(&pystack_is_found, memory_order_acquire)) &&
           pystack_ask_finalizing();
}

/** "3.11.2", or "" when no interpreter (of a known version) is in the process. */
const char *pystack_version(void);

#endif
