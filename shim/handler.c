/* handler: looks at all dispositions once, and at each new one. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "shim/handler.h"

#include <stdatomic.h>

#include "report/module.h"
#include "shim/route.h"

/* What the interpreter's code is known by, whether it lies in a library or in the program. */
#define INTERPRETER "PyErr_CheckSignals"

static _Atomic bool is_noting, is_watching, may_jump;
/* The interpreter's code, empty without one; set before is_noting. */
static uintptr_t begin, end;

static bool is_function(sighandler_t handler) {
    return handler != SIG_DFL && handler != SIG_IGN && handler != SIG_HOLD && handler != SIG_ERR;
}

static bool is_interpreters(sighandler_t handler) {
    return (uintptr_t)handler >= begin && (uintptr_t)handler < end;
}

void handler_note(sighandler_t handler) {
    if (atomic_load(&is_noting) && is_function(handler) && !is_interpreters(handler))
        atomic_store(&may_jump, true);
}

void handler_watch(void) {
    struct sigaction action;
    uintptr_t interpreter = (uintptr_t)route_resolve(INTERPRETER);
    if (atomic_load(&is_watching))
        return;
    if (!interpreter || !module_code_around(interpreter, &begin, &end))
        begin = end = 0;
    atomic_store(&is_noting, true);
    for (int signal = 1; signal < NSIG; signal++)
        if (sigaction(signal, NULL, &action) == 0)
            handler_note(action.sa_handler);
    /* Last: other threads, and a child of fork, go by it. */
    atomic_store(&is_watching, true);
}

bool handler_may_jump(void) {
    return !atomic_load_explicit(&is_watching, memory_order_relaxed) ||
           atomic_load_explicit(&may_jump, memory_order_relaxed);
}
