/* peek: chooses among the three ways to copy foreign memory. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "report/base/peek.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#include "report/base/sandbox.h"
#include "report/base/thread.h"

#define PAGE 4096u
/* What fits into a pipe without waiting for a reader. */
#define PIPE_ROOM 4096
/* Of a string at once: never beyond the page it lies in. */
#define STRING_STEP 128

extern const char peek_first[], peek_last[], peek_fault[];

_Atomic bool peek_has_handler;
static _Atomic bool vm_refused;
static _Atomic bool has_pager;

uintptr_t peek_stack_end;

void peek_note_stack(const void *end) {
    peek_stack_end = (uintptr_t)end;
}

void peek_trust_handler(bool installed) {
    atomic_store_explicit(&peek_has_handler, installed, memory_order_release);
}

void peek_note_pager(bool has_one) {
    atomic_store_explicit(&has_pager, has_one, memory_order_relaxed);
}

bool peek_is_lost(const void *byte) {
    int saved = errno;
    unsigned char state;
    uintptr_t page = (uintptr_t)byte & ~(uintptr_t)(PAGE - 1);
    bool is_mapped = syscall(SYS_mincore, page, PAGE, &state) == 0 || errno != ENOMEM;
    errno = saved;
    return !is_mapped || !atomic_load_explicit(&has_pager, memory_order_relaxed);
}

/* Of each access in C: itself and where to go on, as distances from where they stand. */
struct fault {
    int32_t at, on;
};
/* So that there is such a section where nobody has an access of that kind. */
static const struct fault none __attribute__((section("peek_faults"), used));
/* The linker's names of its ends. */
extern const struct fault __start_peek_faults[], __stop_peek_faults[];

uintptr_t peek_resume(uintptr_t pc) {
    if (pc >= (uintptr_t)peek_first && pc < (uintptr_t)peek_last)
        return (uintptr_t)peek_fault;
    for (const struct fault *fault = __start_peek_faults; fault < __stop_peek_faults; fault++)
        if ((uintptr_t)&fault->at + (uintptr_t)(intptr_t)fault->at == pc)
            return (uintptr_t)&fault->on + (uintptr_t)(intptr_t)fault->on;
    return 0;
}

void peek_forget_mask(void) {
    thread_self.flags &= (uint8_t)~PEEK_MASK_KNOWN;
}

void peek_note_mask(bool open) {
    thread_self.flags = PEEK_MASK_KNOWN | (open ? PEEK_MASK_OPEN : 0);
}

/** A fault whose signal is blocked kills at once, so the handler is no help then. Nor is the kernel
 * where it may not be asked. */
bool peek_is_cheap(void) {
    if (UNLIKELY(thread_self.guard == THREAD_CONFINED))
        return true;
    if (!atomic_load_explicit(&peek_has_handler, memory_order_acquire))
        return false;
    if (!(thread_self.flags & PEEK_MASK_KNOWN)) {
        uint64_t blocked = ~(uint64_t)0;
        syscall(SYS_rt_sigprocmask, SIG_BLOCK, NULL, &blocked, sizeof blocked);
        bool open = !(blocked & (1ull << (SIGSEGV - 1) | 1ull << (SIGBUS - 1)));
        thread_self.flags = PEEK_MASK_KNOWN | (open ? PEEK_MASK_OPEN : 0);
    }
    return thread_self.flags & PEEK_MASK_OPEN;
}

/** 0, -EFAULT, or 1 when the kernel does not let us. */
static int copy_by_kernel(void *to, const void *from, size_t size, bool write) {
    if (atomic_load_explicit(&vm_refused, memory_order_relaxed) || sandbox_is_filtered())
        return 1;
    struct iovec local = {write ? (void *)from : to, size};
    struct iovec remote = {write ? to : (void *)from, size};
    long number = write ? SYS_process_vm_writev : SYS_process_vm_readv;
    long done = syscall(number, getpid(), &local, 1ul, &remote, 1ul, 0ul);
    if (done == (long)size)
        return 0;
    if (done >= 0 || errno == EFAULT)
        return -EFAULT;
    atomic_store_explicit(&vm_refused, true, memory_order_relaxed);
    return 1;
}

/** The kernel copies through a pipe of this one call, and says EFAULT where it cannot. */
static int copy_by_pipe(char *to, const char *from, size_t size) {
    int ends[2];
    if (syscall(SYS_pipe2, ends, O_CLOEXEC | O_NONBLOCK) != 0)
        return -EFAULT;
    int result = 0;
    while (size > 0 && result == 0) {
        size_t part = size < PIPE_ROOM ? size : PIPE_ROOM;
        if (syscall(SYS_write, ends[1], from, part) != (long)part ||
            syscall(SYS_read, ends[0], to, part) != (long)part)
            result = -EFAULT;
        from += part;
        to += part;
        size -= part;
    }
    syscall(SYS_close, ends[0]);
    syscall(SYS_close, ends[1]);
    return result;
}

static int copy(void *to, const void *from, size_t size, bool write) {
    if (size == 0)
        return 0;
    if (peek_is_cheap())
        return peek_copy(to, from, size);
    int saved = errno;
    int result = copy_by_kernel(to, from, size, write);
    if (result > 0)
        result = copy_by_pipe(to, from, size);
    errno = saved;
    return result;
}

int peek(void *to, const void *from, size_t size) {
    return LIKELY(peek_is_quick()) ? peek_copy(to, from, size) : copy(to, from, size, false);
}

int peek_write(void *to, const void *from, size_t size) {
    return copy(to, from, size, true);
}

/* peek_x86_64.S */
int peek_same(const void *one, const void *other, size_t size);

bool peek_is_same(const void *one, const void *other, size_t size) {
    return peek_is_cheap() && peek_same(one, other, size) == 0;
}

bool peek_equals(const void *foreign, const void *own, size_t size) {
    char part[STRING_STEP];
    for (size_t done = 0; done < size;) {
        size_t step = size - done < sizeof part ? size - done : sizeof part;
        if (peek(part, (const char *)foreign + done, step) != 0 ||
            memcmp(part, (const char *)own + done, step) != 0)
            return false;
        done += step;
    }
    return true;
}

int peek_string(char *to, size_t size, const char *from) {
    if (size == 0)
        return 0;
    size_t length = 0;
    while (length < size - 1) {
        size_t step = STRING_STEP - ((uintptr_t)from + length) % STRING_STEP;
        if (step > size - 1 - length)
            step = size - 1 - length;
        if (peek(to + length, from + length, step) != 0) {
            if (length == 0)
                return -EFAULT;
            break;
        }
        const char *end = memchr(to + length, '\0', step);
        if (end)
            return (int)(end - to);
        length += step;
    }
    to[length] = '\0';
    return (int)length;
}
