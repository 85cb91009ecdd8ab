/* thread: what we keep for each thread: the guard against re-entry and the callbacks the thread is
 * inside of.
 *
 * Initial-exec thread-local storage under 256 bytes, trivially made, nothing to destroy. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef REPORT_BASE_THREAD_H
#define REPORT_BASE_THREAD_H

#include "report/base/base.h"

/** One callback that a thread is inside of. */
struct thread_callback {
    void *object; /* struct object of the tracker, or draft_mark() of a node */
    uintptr_t
        stack; /* stack pointer at entry: a frame left by siglongjmp lies below the current one */
    uintptr_t self;    /* the struct it was called with */
    uint16_t kind;     /* enum callback_kind of the tracker */
    uint16_t live;     /* live_enter()'s, 0 for none */
    uint32_t stack_id; /* where it was called from */
};

#define THREAD_MAX_CALLBACKS 5

/** Of the guard: up for good, and a system call would be the thread's end. */
#define THREAD_CONFINED 2

/** Numbers that a thread has taken from a count of all threads, many at once. */
struct thread_stock {
    _Atomic uint64_t next; /* a handler of a signal may take some, too */
    uint64_t end;
};

struct thread {
    uint32_t tid;  /* kernel thread id, 0 until first asked */
    uint8_t guard; /* > 0: inside our own code, hooks only pass through */
    bool halts;    /* a finding of halt_on was made: the next hook_leave() acts on it */
    uint16_t n_callbacks;
    uint32_t outermost; /* where a driver manager's function was entered (hooks/call.c), 0: none */
    uint8_t flags;      /* owned by peek: is the signal mask known */
    uint8_t believed;   /* owned by shim/mask.c: what it believes to block */
    uint8_t n_ignores;  /* > 0: between ignore_begin and ignore_end of the public header */
    uint8_t n_allowed_copies; /* the same of allow_copy */
    bool has_stack;           /* owned by shim/altstack.c: one for signals, or none can be had */
    void *desk;               /* owned by hooks/quick.c */
    struct thread_stock steps,
        numbers; /* owned by tracker/number.c, and when the first was taken */
    uint32_t stock_age;
    uint32_t ranks_held; /* owned by lock.c: a bit a rank */
    struct thread_callback callbacks[THREAD_MAX_CALLBACKS];
};

extern _Thread_local struct thread thread_self __attribute__((tls_model("initial-exec")));

/** Its address as of any other struct: the compiler would work it out again at each use. */
static inline struct thread *thread_own(void) {
    struct thread *self = &thread_self;
    __asm__("" : "+r"(self));
    return self;
}

/** Kernel thread id of the caller, cached. After fork thread_fork_child() must have run. */
uint32_t thread_ask_id(void);
static inline uint32_t thread_id(void) {
    return LIKELY(thread_self.tid) ? thread_self.tid : thread_ask_id();
}
void thread_fork_child(void);

/** The process is the one noted by thread_note_process() (else a vfork or raw-clone child: pass
 * through only), or it cannot be asked in a sandbox. */
bool thread_is_own_process(void);
void thread_note_process(void);

/** Nanoseconds since thread_note_process() first ran, monotonic. */
uint64_t thread_clock_ns(void);

#endif
