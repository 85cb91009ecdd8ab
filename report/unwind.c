/* unwind: libunwind's cached trace, libc's backtrace() and a walk along frame pointers. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "report/unwind.h"

#include <dlfcn.h>
#include <stdatomic.h>
#include <ucontext.h>

#define UNW_LOCAL_ONLY
#include <libunwind.h>

#include "report/base/peek.h"
#include "report/module.h"
#include "report/pipes.h"

/* libunwind's functions carry its target's name, which its header puts into macros. */
#define NAME_OF(symbol)  NAME_OF_(symbol)
#define NAME_OF_(symbol) #symbol
#define LIBUNWIND        "libunwind.so.8"
/* The one that the Python wheel has beside us. */
#define OWN_LIBUNWIND "libunwind-arrowdev.so.8"

/* Frames of one function lie further apart than this only by mistake. */
#define MAX_FRAME_SIZE (1u << 20)

#if defined(__x86_64__)
#define PC_OF(context)    ((uintptr_t)(context)->uc_mcontext.gregs[REG_RIP])
#define FRAME_OF(context) ((uintptr_t)(context)->uc_mcontext.gregs[REG_RBP])
/* After a jump to nowhere: where its caller's address lies. */
#define CALLER_AT(context) ((uintptr_t)(context)->uc_mcontext.gregs[REG_RSP])
#elif defined(__aarch64__)
#define PC_OF(context)     ((uintptr_t)(context)->uc_mcontext.pc)
#define FRAME_OF(context)  ((uintptr_t)(context)->uc_mcontext.regs[29])
#define CALLER_AT(context) ((uintptr_t) & (context)->uc_mcontext.regs[30])
#endif

/* Where the C library has none there is no such name. */
extern int backtrace(void **pcs, int most) __attribute__((weak));

static struct {
    int (*trace)(void **pcs, int most);
    int (*begin)(unw_cursor_t *cursor, unw_context_t *context, int flag);
    int (*step)(unw_cursor_t *cursor);
    int (*get)(unw_cursor_t *cursor, int reg, unw_word_t *value);
} libunwind;

enum way { WAY_NONE, WAY_BACKTRACE, WAY_LIBUNWIND };
static _Atomic int way;

static bool find_libunwind(void *library) {
    libunwind.trace = (int (*)(void **, int))dlsym(library, "unw_backtrace");
    libunwind.begin = (int (*)(unw_cursor_t *, unw_context_t *, int))dlsym(
        library, NAME_OF(UNW_OBJ(init_local2)));
    libunwind.step = (int (*)(unw_cursor_t *))dlsym(library, NAME_OF(UNW_OBJ(step)));
    libunwind.get =
        (int (*)(unw_cursor_t *, int, unw_word_t *))dlsym(library, NAME_OF(UNW_OBJ(get_reg)));
    return libunwind.trace && libunwind.begin && libunwind.step && libunwind.get;
}

/* The first call of backtrace() loads libgcc_s: better here than under a lock. */
static bool use_backtrace(void) {
    void *pcs[4];
    if (!backtrace)
        return false;
    backtrace(pcs, LENGTH(pcs));
    atomic_store(&way, WAY_BACKTRACE);
    return true;
}

void unwind_init(void *(*open)(const char *name)) {
    if (atomic_load(&way) != WAY_NONE)
        return;
    void *library = open ? open(LIBUNWIND) : NULL;
    if (open && !library)
        library = open(OWN_LIBUNWIND);
    if (library && find_libunwind(library)) {
        pipes_lift(library);
        atomic_store(&way, WAY_LIBUNWIND);
    } else {
        use_backtrace();
    }
}

void unwind_distrust_cache(void) {
    if (atomic_load(&way) == WAY_LIBUNWIND)
        use_backtrace();
}

/** Along saved frame pointers as long as they make sense. */
static unsigned follow_frame_pointers(uintptr_t frame, void **pcs, unsigned n, unsigned most) {
    uintptr_t saved[2]; /* the caller's frame pointer, the return address */
    while (n < most && frame % sizeof frame == 0 && peek(saved, (void *)frame, sizeof saved) == 0 &&
           module_of(saved[1]) >= 0) {
        pcs[n++] = (void *)saved[1];
        if (saved[0] <= frame || saved[0] - frame > MAX_FRAME_SIZE)
            break;
        frame = saved[0];
    }
    return n;
}

unsigned unwind_here(void **pcs, unsigned most) {
    int n = 0;
    switch (atomic_load_explicit(&way, memory_order_acquire)) {
    case WAY_LIBUNWIND:
        n = libunwind.trace(pcs, (int)most);
        break;
    case WAY_BACKTRACE:
        n = backtrace(pcs, (int)most);
        break;
    default:
        return follow_frame_pointers((uintptr_t)__builtin_frame_address(0), pcs, 0, most);
    }
    return n > 0 ? (unsigned)n : 0;
}

static unsigned step_through(void *ucontext, void **pcs, unsigned most) {
    unw_cursor_t cursor;
    unw_word_t pc;
    unsigned n = 0;
    if (libunwind.begin(&cursor, ucontext, UNW_INIT_SIGNAL_FRAME) < 0)
        return 0;
    do {
        if (libunwind.get(&cursor, UNW_REG_IP, &pc) < 0 || pc == 0)
            break;
        pcs[n++] = (void *)pc;
    } while (n < most && libunwind.step(&cursor) > 0);
    return n;
}

unsigned unwind_context(void *interrupted, void **pcs, unsigned most) {
    ucontext_t *context = interrupted;
    unsigned n = 0;
    if (libunwind.get)
        n = step_through(context, pcs, most);
    if (n >= 2 || most < 2)
        return n;
    uintptr_t caller;
    pcs[0] = (void *)PC_OF(context);
    n = 1;
    if (module_of(PC_OF(context)) < 0 &&
        peek(&caller, (void *)CALLER_AT(context), sizeof caller) == 0 && module_of(caller) >= 0)
        pcs[n++] = (void *)caller;
    return follow_frame_pointers(FRAME_OF(context), pcs, n, most);
}

const char *unwind_name(void) {
    switch (atomic_load(&way)) {
    case WAY_LIBUNWIND:
        return "libunwind";
    case WAY_BACKTRACE:
        return libunwind.trace ? "libunwind" : "backtrace";
    default:
        return "none";
    }
}
