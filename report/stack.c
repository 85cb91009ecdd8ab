/* stack: captures, puts the Python frames into their places, and keeps each stack once. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "report/stack.h"

#include <stdatomic.h>

#include "report/base/lock.h"
#include "report/base/memory.h"
#include "report/base/peek.h"
#include "report/module.h"
#include "report/pystack.h"
#include "report/unwind.h"

/* Frames of one stack: taken from the unwinder, of Python, and kept. */
#define MAX_NATIVE 256
#define MAX_PYTHON 128
#define MAX_FRAMES 192
/* As long as whoever holds the lock may be held up on a busy machine; one that has crashed there
 * does not wait. */
#define CRASH_WAIT_MS 2000
/* Of our own, which are dropped: hook, handler, capture. */
#define OWN_FRAMES 24

#define N_BUCKETS  16384u
#define BLOCK_SIZE 1024u
#define MAX_BLOCKS 1024u

struct stack {
    struct stack *next; /* in its bucket */
    uint64_t hash;
    stack_id id;
    uint32_t n;
    bool is_cut;
    struct stack_frame frames[];
};

/* Everything a capture needs, here and not on the thread's own stack, which may be small. */
static struct {
    void *pcs[MAX_NATIVE];
    struct stack_frame python[MAX_PYTHON];
    bool entry[MAX_PYTHON];
    struct stack_frame frames[MAX_FRAMES];
} scratch; /* under unwind_lock */

LOCK_DEFINE(unwind_lock, LOCK_UNWIND)

/* The depot; written under unwind_lock, frames are read without. */
static struct stack *buckets[N_BUCKETS];
static _Atomic(struct stack *) *_Atomic blocks[MAX_BLOCKS];
static stack_id last_id;
static _Atomic uint64_t n_truncated;

static unsigned depth = 32;
static stack_resolve_fn resolve_symbol;
static uintptr_t own_begin, own_end;

static uint64_t mix(uint64_t hash, uint64_t word) {
    hash = (hash ^ word) * 0x9e3779b97f4a7c15u;
    return hash ^ hash >> 29;
}

/** A new frame has a module only where its address is not enough: where others lay before. */
static bool is_equal(const struct stack_frame *kept, const struct stack_frame *new) {
    return kept->pc == new->pc && kept->file == new->file && kept->function == new->function &&
           kept->line == new->line && kept->exact == new->exact &&
           (new->module < 0 || kept->module == new->module);
}

static struct stack *find_locked(uint64_t hash, const struct stack_frame *frames, unsigned n) {
    struct stack *stack = buckets[hash % N_BUCKETS];
    for (; stack; stack = stack->next) {
        unsigned same = 0;
        if (stack->hash != hash || stack->n != n)
            continue;
        while (same < n && is_equal(&stack->frames[same], &frames[same]))
            same++;
        if (same == n)
            return stack;
    }
    return NULL;
}

static struct stack *get(stack_id id) {
    if (id == 0 || id / BLOCK_SIZE >= MAX_BLOCKS)
        return NULL;
    _Atomic(struct stack *) *block =
        atomic_load_explicit(&blocks[id / BLOCK_SIZE], memory_order_acquire);
    return block ? atomic_load_explicit(&block[id % BLOCK_SIZE], memory_order_acquire) : NULL;
}

/** Gives it an id; false when there are no more. */
static bool number_locked(struct stack *stack) {
    stack_id id = last_id + 1;
    if (id / BLOCK_SIZE >= MAX_BLOCKS)
        return false;
    _Atomic(struct stack *) *block = atomic_load(&blocks[id / BLOCK_SIZE]);
    if (!block) {
        block = memory_alloc(BLOCK_SIZE * sizeof *block);
        if (!block)
            return false;
        atomic_store_explicit(&blocks[id / BLOCK_SIZE], block, memory_order_release);
    }
    stack->id = last_id = id;
    atomic_store_explicit(&block[id % BLOCK_SIZE], stack, memory_order_release);
    return true;
}

static struct stack *add_locked(uint64_t hash, const struct stack_frame *frames, unsigned n,
                                bool is_cut) {
    size_t size = sizeof(struct stack) + n * sizeof *frames;
    struct stack *stack = memory_alloc(size);
    if (!stack)
        return NULL;
    stack->hash = hash;
    stack->n = n;
    stack->is_cut = is_cut;
    memcpy(stack->frames, frames, n * sizeof *frames);
    for (unsigned i = 0; i < n; i++)
        if (frames[i].pc)
            stack->frames[i].module = module_of(frames[i].pc - !frames[i].exact);
    if (!number_locked(stack)) {
        memory_free(stack, size);
        return NULL;
    }
    stack->next = buckets[hash % N_BUCKETS];
    buckets[hash % N_BUCKETS] = stack;
    return stack;
}

/** What is being put together in scratch.frames. */
struct merge {
    unsigned n;       /* frames so far */
    unsigned counted; /* those that stack_depth counts: not the inside of the interpreter */
    bool is_cut;
    uint64_t hash;
};

/** The next frame to fill, NULL when there is no room. */
static struct stack_frame *next_frame(struct merge *merge, bool counts) {
    if (merge->counted == depth || merge->n == MAX_FRAMES) {
        merge->is_cut = true;
        return NULL;
    }
    merge->counted += counts;
    return &scratch.frames[merge->n++];
}

static void put_python(struct merge *merge, const struct stack_frame *python) {
    struct stack_frame *frame = next_frame(merge, true);
    if (!frame)
        return;
    *frame = *python;
    merge->hash = mix(merge->hash, (uintptr_t)frame->file + frame->line);
    merge->hash = mix(merge->hash, (uintptr_t)frame->function);
}

static void put_native(struct merge *merge, uintptr_t pc, bool exact) {
    struct stack_frame *frame = next_frame(merge, !pystack_is_core(pc));
    if (!frame)
        return;
    frame->pc = pc;
    frame->file = frame->function = NULL;
    frame->line = 0;
    frame->module = module_took_over(pc);
    frame->exact = exact;
    merge->hash = mix(merge->hash, pc);
}

/** Some builds spread the evaluation loop over functions that have no name. */
static bool is_eval_seen(unsigned n_native) {
    for (unsigned i = 0; i < n_native; i++)
        if (pystack_is_eval((uintptr_t)scratch.pcs[i]))
            return true;
    return false;
}

/** Each evaluation frame gives way to the Python frames that it runs; where none can be told, the
 * first frame of the interpreter has all of them before it. */
static void merge_locked(struct merge *merge, unsigned n_native, unsigned n_python, bool exact) {
    unsigned next = 0;
    bool has_eval = n_python > 0 && is_eval_seen(n_native);
    for (unsigned i = 0; i < n_native && !merge->is_cut; i++) {
        uintptr_t pc = (uintptr_t)scratch.pcs[i];
        /* Who called address 0 is in no function, and frames without a place are Python's. */
        if (!pc || (pc >= own_begin && pc < own_end))
            continue;
        bool is_eval = next < n_python && pystack_is_eval(pc);
        bool is_core = next < n_python && !has_eval && pystack_is_core(pc);
        while (is_core && next < n_python)
            put_python(merge, &scratch.python[next++]);
        while (is_eval && next < n_python) {
            put_python(merge, &scratch.python[next]);
            if (scratch.entry[next++])
                break;
        }
        if (!is_eval)
            put_native(merge, pc, exact && i == 0);
    }
    while (next < n_python && !merge->is_cut)
        put_python(merge, &scratch.python[next++]);
}

static stack_id keep_locked(unsigned n_native, unsigned most, bool exact) {
    struct merge merge = {.is_cut = false};
    unsigned n_python = pystack_walk(scratch.python, scratch.entry, MAX_PYTHON, exact);
    merge_locked(&merge, n_native, n_python, exact);
    merge.is_cut = merge.is_cut || n_native == most;
    if (merge.n == 0)
        return 0;
    struct stack *stack = find_locked(merge.hash, scratch.frames, merge.n);
    if (!stack) {
        stack = add_locked(merge.hash, scratch.frames, merge.n, merge.is_cut);
        if (!stack || merge.is_cut)
            atomic_fetch_add_explicit(&n_truncated, 1, memory_order_relaxed);
    }
    return stack ? stack->id : 0;
}

/** An interpreter runs several native frames for one of Python's. */
static unsigned n_wanted(void) {
    unsigned most = depth + OWN_FRAMES;
    return pystack_version()[0] || most > MAX_NATIVE ? MAX_NATIVE : most;
}

/** Once: who came first may be at a capture by now. */
static void set_up_locked(unsigned most, stack_resolve_fn resolve, const struct module *self) {
    static bool is_set_up;
    if (is_set_up)
        return;
    is_set_up = true;
    if (most > 0 && most <= MAX_PYTHON)
        depth = most;
    resolve_symbol = resolve;
    own_begin = self ? self->begin : 0;
    own_end = self ? self->end : 0;
}

void stack_init(unsigned most, stack_resolve_fn resolve, void *(*open)(const char *name)) {
    const struct module *self = module_self();
    lock_acquire(&unwind_lock);
    set_up_locked(most, resolve, self);
    lock_release(&unwind_lock);
    unwind_init(open);
    /* The first walk of all fills tables: some hundred microseconds, best spent here. */
    unwind_enter_thread();
    lock_acquire(&unwind_lock);
    unwind_here(scratch.pcs, MAX_NATIVE);
    lock_release(&unwind_lock);
}

stack_id stack_capture(void) {
    if (lock_is_mine(&unwind_lock))
        return 0;
    if (module_refresh() && resolve_symbol)
        pystack_init(resolve_symbol);
    if (UNLIKELY(module_any_took_over()))
        unwind_distrust_cache();
    unsigned most = n_wanted();
    unwind_enter_thread();
    lock_acquire(&unwind_lock);
    stack_id id = keep_locked(unwind_here(scratch.pcs, most), most, false);
    lock_release(&unwind_lock);
    return id;
}

stack_id stack_capture_context(void *ucontext) {
    if (!lock_try(&unwind_lock, CRASH_WAIT_MS))
        return 0;
    /* The fault's own signal is blocked now. */
    peek_forget_mask();
    unsigned most = n_wanted();
    stack_id id = keep_locked(unwind_context(ucontext, scratch.pcs, most), most, true);
    lock_release(&unwind_lock);
    return id;
}

bool stack_find_path(const uintptr_t *frame, struct unwind_path *path) {
    if (lock_is_mine(&unwind_lock))
        return false;
    unwind_enter_thread();
    lock_acquire(&unwind_lock);
    bool found = unwind_path(frame, path);
    lock_release(&unwind_lock);
    return found;
}

bool stack_find_closure(uintptr_t code, struct stack_frame *function) {
    if (lock_is_mine(&unwind_lock))
        return false;
    lock_acquire(&unwind_lock);
    bool found = pystack_closure(code, function);
    lock_release(&unwind_lock);
    return found;
}

const struct stack_frame *stack_frames(stack_id id, unsigned *n) {
    struct stack *stack = get(id);
    *n = stack ? stack->n : 0;
    return stack ? stack->frames : NULL;
}

uint64_t stack_hash(stack_id id) {
    struct stack *stack = get(id);
    return stack ? stack->hash : 0;
}

bool stack_is_cut(stack_id id) {
    struct stack *stack = get(id);
    return stack && stack->is_cut;
}

int stack_module_of_caller(stack_id id) {
    unsigned n;
    const struct stack_frame *frames = stack_frames(id, &n);
    /* A Python frame that comes first is the caller itself: it called through ctypes or cffi. */
    for (unsigned i = 0; i < n && frames[i].pc; i++) {
        const struct module *module = module_get(frames[i].module);
        if (module && !module->is_system)
            return module->id;
    }
    return -1;
}

uint64_t stack_truncated(void) {
    return atomic_load_explicit(&n_truncated, memory_order_relaxed);
}

const char *stack_unwinder(void) {
    return unwind_name();
}
