/* altstack: the list of stacks we made, and which one is the calling thread's. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "shim/altstack.h"

#include <errno.h>
#include <signal.h>
#include <stdatomic.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <sys/syscall.h>

#include "report/base/memory.h"
#include "report/base/thread.h"
#include "shim/route.h"

/* For our handler alone; what takes more runs elsewhere. */
#define ROOM (16 * 1024)

#ifndef AT_MINSIGSTKSZ
#define AT_MINSIGSTKSZ 51
#endif

struct stack {
    struct stack *next;
    _Atomic uint32_t tid; /* of the thread that has it, 0 for none */
    char *memory;
};

static _Atomic(struct stack *) stacks;
static _Atomic uint32_t n_stacks;
static _Atomic uint32_t look_at = 16; /* number of stacks at which ended threads are looked for */

static _Thread_local struct {
    struct stack *mine; /* ours, whether the kernel uses it now or not */
    uintptr_t left_at;  /* stack pointer below which it is not to be used, 0 for none */
} self __attribute__((tls_model("initial-exec")));

static size_t page_size(void) {
    return getauxval(AT_PAGESZ);
}

static size_t size_of(void) {
    size_t page = page_size();
    return (getauxval(AT_MINSIGSTKSZ) + ROOM + page - 1) & -page;
}

static bool has_ended(uint32_t tid) {
    return syscall(SYS_tgkill, getpid(), tid, 0) != 0 && errno == ESRCH;
}

static bool take(struct stack *stack, uint32_t from, uint32_t tid) {
    return atomic_compare_exchange_strong(&stack->tid, &from, tid);
}

static struct stack *take_used(uint32_t tid) {
    for (struct stack *stack = atomic_load(&stacks); stack; stack = stack->next) {
        uint32_t owner = atomic_load(&stack->tid);
        /* A thread may have the number of one that ended. */
        if (owner == tid || (owner == 0 && take(stack, 0, tid)))
            return stack;
    }
    return NULL;
}

static void free_of_ended(void) {
    uint32_t n_alive = 0;
    for (struct stack *stack = atomic_load(&stacks); stack; stack = stack->next) {
        uint32_t owner = atomic_load(&stack->tid);
        if (!owner || !has_ended(owner) || !take(stack, owner, 0))
            n_alive++;
    }
    atomic_store(&look_at, n_alive < 8 ? 16 : 2 * n_alive);
}

/* Mapped with a page below it that cannot be touched. */
static struct stack *make(uint32_t tid) {
    struct stack *stack = memory_alloc(sizeof(*stack));
    if (!stack)
        return NULL;
    size_t guard = page_size();
    char *memory = mmap(NULL, size_of() + guard, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
    if (memory == MAP_FAILED) {
        memory_free(stack, sizeof(*stack));
        return NULL;
    }
    mprotect(memory, guard, PROT_NONE);
    stack->memory = memory + guard;
    atomic_store(&stack->tid, tid);
    struct stack *first = atomic_load(&stacks);
    do
        stack->next = first;
    while (!atomic_compare_exchange_weak(&stacks, &first, stack));
    atomic_fetch_add(&n_stacks, 1);
    return stack;
}

static struct stack *find(void) {
    uint32_t tid = thread_id();
    struct stack *stack = take_used(tid);
    if (!stack && atomic_load(&n_stacks) >= atomic_load(&look_at)) {
        free_of_ended();
        stack = take_used(tid);
    }
    return stack ? stack : make(tid);
}

static void settle(void) {
    stack_t now;
    if (route_libc.sigaltstack(NULL, &now) != 0)
        return;
    thread_self.has_stack = true;
    if (!(now.ss_flags & SS_DISABLE))
        return;
    if (!self.mine)
        self.mine = find();
    if (self.mine) {
        stack_t ours = {.ss_sp = self.mine->memory, .ss_size = size_of()};
        route_libc.sigaltstack(&ours, NULL);
    }
}

void altstack_enter(void) {
    if (LIKELY(thread_self.has_stack))
        return;
    if (self.left_at && (uintptr_t)__builtin_frame_address(0) < self.left_at)
        return;
    self.left_at = 0;
    int saved_errno = errno;
    settle();
    errno = saved_errno;
}

bool altstack_holds(const void *address) {
    return self.mine && (uintptr_t)address - (uintptr_t)self.mine->memory < size_of();
}

void altstack_disable(void) {
    stack_t none = {.ss_flags = SS_DISABLE};
    route_libc.sigaltstack(&none, NULL);
}

void altstack_leave(uintptr_t from) {
    thread_self.has_stack = false;
    self.left_at = from;
    altstack_disable();
}

/* The kernel takes the setting back from the frame that the handler returns through. */
void altstack_return(void) {
    self.left_at = 0;
    thread_self.has_stack = true;
}

void altstack_fork_child(void) {
    for (struct stack *stack = atomic_load(&stacks); stack; stack = stack->next)
        atomic_store(&stack->tid, stack == self.mine ? thread_id() : 0);
}

EXPORT int sigaltstack(const stack_t *restrict stack, stack_t *restrict old) {
    route_init();
    int result = route_libc.sigaltstack(stack, old);
    if (result != 0 || !thread_is_own_process())
        return result;
    if (old && self.mine && old->ss_sp == self.mine->memory)
        *old = (stack_t){.ss_flags = SS_DISABLE};
    if (stack && stack->ss_flags & SS_DISABLE)
        thread_self.has_stack = false; /* the next hook gives it ours */
    return result;
}
