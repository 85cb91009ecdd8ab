/* pystack: the Python frames of the calling thread, without the GIL being taken, without a Python
 * allocation.
 *
 * 3.9 and 3.10 by the C API, 3.11 and 3.12 by a raw walk with offsets of the minor version, 3.13
 * and later by _Py_DebugOffsets; an unknown version gives none, nor does a thread that is not
 * attached or a finalising interpreter. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef REPORT_PYSTACK_H
#define REPORT_PYSTACK_H

#include "report/stack.h"

/** Find the interpreter, if there is one; again after each call that loaded modules. Takes no lock
 * of ours. */
void pystack_init(stack_resolve_fn resolve);

/**
 * The Python frames of this thread, innermost first.
 *
 * @frames  file, function and line are filled in, strings interned for ever
 * @entry   entry[i] says that frame i is the last before its native evaluation frame (an entry
 * frame)
 * @return  how many there are, at most most
 */
unsigned pystack_walk(struct stack_frame *frames, bool *entry, unsigned most);

/** True when pc lies in the interpreter's evaluation loop. */
bool pystack_is_eval(uintptr_t pc);

/** "3.11.2", or "" when no interpreter (of a known version) is in the process. */
const char *pystack_version(void);

#endif
