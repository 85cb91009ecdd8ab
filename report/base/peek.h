/* peek: memory that is not ours, read and written without trust: what cannot be reached is an
 * error, not a crash.
 *
 * Two ways. With our fault handler installed and SIGSEGV, SIGBUS unblocked in this thread: one
 * assembly copy whose faults the handler turns into a return (no cost where nothing is wrong). Else
 * process_vm_readv/writev, and where a sandbox forbids that, a pipe. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef REPORT_BASE_PEEK_H
#define REPORT_BASE_PEEK_H

#include <errno.h>
#include <stdatomic.h>

#include "report/base/thread.h"

/** Copy size bytes from foreign memory. 0, or -EFAULT when any byte cannot be read (the target is
 * then undefined). */
int peek(void *to, const void *from, size_t size);

/** Copy size bytes to foreign memory. 0, or -EFAULT when it cannot be written. */
int peek_write(void *to, const void *from, size_t size);

/**
 * Copy a NUL-terminated foreign string, cut at size - 1 bytes.
 *
 * @return its length in the copy, or -EFAULT when it begins in unreadable memory
 */
int peek_string(char *to, size_t size, const char *from);

/** Foreign memory can be read and holds these bytes. */
bool peek_equals(const void *foreign, const void *own, size_t size);

/** True when faults can be left to the handler as far as this thread's mask was last seen: then the
 * functions below may be used. Asks nobody. */
enum { PEEK_MASK_KNOWN = 1, PEEK_MASK_OPEN = 2 };
extern _Atomic bool peek_has_handler;
static inline bool peek_is_quick_for(const struct thread *self) {
    return atomic_load_explicit(&peek_has_handler, memory_order_relaxed) &&
           self->flags == (PEEK_MASK_KNOWN | PEEK_MASK_OPEN);
}
static inline bool peek_is_quick(void) {
    return peek_is_quick_for(&thread_self);
}

/** The process's first stack ends at a byte of it that is higher than any frame. */
void peek_note_stack(const void *end);
/** The frame is on that stack, all of which is mapped from there to its end: it can be read. */
extern uintptr_t peek_stack_end;
#define PEEK_STACK_MOST ((uintptr_t)1 << 20) /* no mapping may lie nearer to its end */
static inline bool peek_is_on_stack(const void *frame) {
    return peek_stack_end - (uintptr_t)frame < PEEK_STACK_MOST;
}

/** peek() without a question: 0 or -EFAULT. The second copies the 80 bytes of a struct ArrowArray.
 */
int peek_copy(void *to, const void *from, size_t size);
int peek_array(void *to, const void *from);

#if defined(__x86_64__)
/* An access in the caller's own code, and where to go on when it faults. */
#define PEEK_WORD(instruction, outputs, ...)                                                       \
    __asm__ volatile goto("1: " instruction                                                        \
                          "\n"                                                                     \
                          ".pushsection peek_faults, \"a\"\n"                                      \
                          ".balign 4\n"                                                            \
                          ".long 1b - ., %l[fault] - .\n"                                          \
                          ".popsection"                                                            \
                          : outputs:__VA_ARGS__                                                    \
                          : "memory"                                                               \
                          : fault)

/** One word, likewise: 0 or -EFAULT. */
static inline int peek_get(uintptr_t *value, const void *from) {
    PEEK_WORD("movq %[from], %[to]", [to] "=r"(*value), [from] "m"(*(const uintptr_t *)from));
    return 0;
fault:
    return -EFAULT;
}

static inline int peek_put(void *to, uintptr_t value) {
    PEEK_WORD("movq %[value], %[to]", , [value] "r"(value), [to] "m"(*(uintptr_t *)to));
    return 0;
fault:
    return -EFAULT;
}
#else
int peek_get(uintptr_t *value, const void *from);
int peek_put(void *to, uintptr_t value);
#endif

/** peek() of a word. */
static inline int peek_one(uintptr_t *value, const void *from) {
    return LIKELY(peek_is_quick()) ? peek_get(value, from) : peek(value, from, sizeof(*value));
}

/** Foreign memory holds what other foreign memory does: true, unless it is told apart or can't be
 * read without the kernel's help. @size  a multiple of 64, not 0 */
bool peek_is_same(const void *one, const void *other, size_t size);

/** A word of memory and what it held. */
struct peek_word {
    const uintptr_t *at;
    uintptr_t value;
};

/** 0 when all words hold what they held, 1 or -EFAULT when one does not. @n a multiple of 4, not 0
 */
int peek_match(const struct peek_word *words, size_t n);

/** Two neighbouring words and what they held. */
struct peek_pair {
    _Alignas(16) uintptr_t values[2];
    const uintptr_t *at;
};

/** The same for pairs. @n a multiple of 4, not 0 */
int peek_match_pairs(const struct peek_pair *pairs, size_t n);

/** The fault handler is in place (or no longer): faults at peek_first..peek_last may be resumed at
 * peek_fault. */
void peek_trust_handler(bool installed);

/** The program has a handler of its own for such faults, or no longer: it may open what is touched.
 */
void peek_note_pager(bool has_one);

/** For a byte that could not be read: touching it would be of no help either. Nothing is mapped
 * there, or nobody would open it. */
bool peek_is_lost(const void *byte);

/** For the fault handler: the address to go on at when pc lies inside the copy routine, else 0. */
uintptr_t peek_resume(uintptr_t pc);

/** True when a copy costs no system call just now. */
bool peek_is_cheap(void);

/** What this thread's signal mask is from now on: may faults be left to the handler (@open)? */
void peek_note_mask(bool open);

/** The mask has to be looked at again before the next copy. */
void peek_forget_mask(void);

#endif
