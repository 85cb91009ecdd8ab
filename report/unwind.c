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

/* Between a hook and the walk that it has made. */
#define MAX_OWN_FRAMES 32

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

/* The psABI's way to a thread's own variables of a module. */
struct tls_index {
    unsigned long module, offset;
};
extern void *__tls_get_addr(struct tls_index *index) __attribute__((weak));

static struct {
    int (*trace)(void **pcs, int most);
    int (*begin)(unw_cursor_t *cursor, unw_context_t *context, int flag);
    int (*step)(unw_cursor_t *cursor);
    int (*get)(unw_cursor_t *cursor, int reg, unw_word_t *value);
    int (*locate)(unw_cursor_t *cursor, int reg, unw_save_loc_t *place);
} libunwind;

static unsigned long tls_module; /* libunwind's number there, 0 for none */

enum way { WAY_NONE, WAY_BACKTRACE, WAY_LIBUNWIND };
static _Atomic int way;
static _Atomic bool loads_no_more;

static bool find_libunwind(void *library) {
    libunwind.trace = (int (*)(void **, int))dlsym(library, "unw_backtrace");
    libunwind.begin = (int (*)(unw_cursor_t *, unw_context_t *, int))dlsym(
        library, NAME_OF(UNW_OBJ(init_local2)));
    libunwind.step = (int (*)(unw_cursor_t *))dlsym(library, NAME_OF(UNW_OBJ(step)));
    libunwind.get =
        (int (*)(unw_cursor_t *, int, unw_word_t *))dlsym(library, NAME_OF(UNW_OBJ(get_reg)));
    libunwind.locate = (int (*)(unw_cursor_t *, int, unw_save_loc_t *))dlsym(
        library, NAME_OF(UNW_OBJ(get_save_loc)));
    return libunwind.trace && libunwind.begin && libunwind.step && libunwind.get;
}

/* The first call of backtrace() loads libgcc_s: better here than under a lock. */
static void use_backtrace(void) {
    void *pcs[4];
    if (!backtrace)
        return;
    if (loads_no_more) {
        atomic_store(&way, WAY_NONE);
        return;
    }
    backtrace(pcs, LENGTH(pcs));
    atomic_store(&way, WAY_BACKTRACE);
}

void unwind_load_no_more(void) {
    loads_no_more = true;
}

void unwind_init(void *(*open)(const char *name)) {
    if (atomic_load(&way) != WAY_NONE)
        return;
    bool may_open = open && !loads_no_more;
    void *library = may_open ? open(LIBUNWIND) : NULL;
    if (may_open && !library)
        library = open(OWN_LIBUNWIND);
    if (library && find_libunwind(library)) {
        pipes_lift(library);
        dlinfo(library, RTLD_DI_TLS_MODID, &tls_module);
        atomic_store(&way, WAY_LIBUNWIND);
    } else {
        use_backtrace();
    }
}

void unwind_enter_thread(void) {
    struct tls_index index = {.module = tls_module};
    if (tls_module && __tls_get_addr)
        __tls_get_addr(&index);
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

/* A sanitizer in the program answers by that name and asks libc: its frame comes before ours. */
#define MOST_BEFORE 3

static int walk(void **pcs, unsigned most) {
    int n = backtrace(pcs, (int)most), before = 0, own = module_of((uintptr_t)walk);
    while (before < n && before <= MOST_BEFORE && module_of((uintptr_t)pcs[before]) != own)
        before++;
    if (before == 0 || before == n || before > MOST_BEFORE)
        return n;
    memmove(pcs, pcs + before, (size_t)(n - before) * sizeof *pcs);
    return n - before;
}

unsigned unwind_here(void **pcs, unsigned most) {
    int n = 0;
    switch (atomic_load_explicit(&way, memory_order_acquire)) {
    case WAY_LIBUNWIND:
        n = libunwind.trace(pcs, (int)most);
        break;
    case WAY_BACKTRACE:
        n = walk(pcs, most);
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

#if defined(__x86_64__)
#define REG_FRAME UNW_X86_64_RBP
#define REG_PC    UNW_X86_64_RIP
#elif defined(__aarch64__)
#define REG_FRAME UNW_AARCH64_X29
#define REG_PC    UNW_AARCH64_X30
#endif

/* Where a frame found a register of its caller's; NULL when that is no memory. */
static const uintptr_t *place_of(unw_cursor_t *cursor, int reg) {
    unw_save_loc_t place;
    if (libunwind.locate(cursor, reg, &place) < 0 || place.type != UNW_SLT_MEMORY)
        return NULL;
    return (const uintptr_t *)place.u.addr;
}

static bool add_word(struct unwind_path *path, const uintptr_t *at) {
    if (!at || path->n_words == path->most_words)
        return false;
    path->words[path->n_words++] = (struct peek_word){.at = at, .value = *at};
    return true;
}

/* A frame is found through the frame pointer that its callee has saved where that points into it;
 * else the register held whatever its function liked. */
static bool is_led_by(const uintptr_t *saved, const uintptr_t *return_address) {
    return saved && *saved > (uintptr_t)saved && *saved <= (uintptr_t)return_address;
}

/* *saved: where the frame pointer lies as it was inside of this frame, NULL: added already, or
 * nowhere. A frame that has not saved it itself leaves it there. */
static bool add_frame(struct unwind_path *path, unw_cursor_t *cursor, uintptr_t pc,
                      const uintptr_t **last, const uintptr_t **saved) {
    const uintptr_t *frame = place_of(cursor, REG_FRAME), *caller = place_of(cursor, REG_PC);
    if (is_led_by(*saved, caller)) {
        if (!add_word(path, *saved))
            return false;
        *saved = NULL;
    }
    if (path->n_pcs == path->most_pcs || !add_word(path, caller))
        return false;
    if (frame != *last)
        *saved = frame;
    *last = frame;
    path->pcs[path->n_pcs] = pc;
    path->ends[path->n_pcs++] = path->n_words;
    return true;
}

static bool find_path(ucontext_t *here, const uintptr_t *frame, struct unwind_path *path) {
    const uintptr_t *last = NULL, *saved = NULL;
    unw_cursor_t cursor;
    unw_word_t pc;
    unsigned own = 0;
    path->n_words = path->n_pcs = 0;
    if (libunwind.begin(&cursor, here, 0) < 0)
        return false;
    while (place_of(&cursor, REG_PC) != frame + 1)
        if (own++ == MAX_OWN_FRAMES || libunwind.step(&cursor) <= 0)
            return false;
    do {
        if (libunwind.get(&cursor, UNW_REG_IP, &pc) < 0 || pc == 0)
            break;
        if (!add_frame(path, &cursor, pc, &last, &saved))
            return false;
    } while (libunwind.step(&cursor) > 0);
    return path->n_pcs > 0;
}

bool unwind_path(const uintptr_t *frame, struct unwind_path *path) {
    ucontext_t here;
    return atomic_load(&way) == WAY_LIBUNWIND && libunwind.locate && getcontext(&here) == 0 &&
           find_path(&here, frame, path);
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
