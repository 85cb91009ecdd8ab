/* thread: the thread's own state, its id and the process it belongs to. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "report/base/thread.h"

#include <errno.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

_Thread_local struct thread thread_self __attribute__((tls_model("initial-exec")));

/* With what the other files keep for each thread it stays under 256 bytes of static TLS. */
_Static_assert(sizeof(struct thread) <= 232, "thread-local state has grown");

static _Atomic pid_t own_process;
static _Atomic uint64_t began_ns;

static uint64_t read_ns(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

/* Above all that the kernel gives. */
#define FIRST_NAMELESS 0x80000000u

/* A sandbox may refuse even that. */
uint32_t thread_ask_id(void) {
    static _Atomic uint32_t n_nameless;
    int saved_errno = errno;
    long tid = syscall(SYS_gettid);
    thread_self.tid = tid > 0 ? (uint32_t)tid : FIRST_NAMELESS + atomic_fetch_add(&n_nameless, 1);
    errno = saved_errno;
    return thread_self.tid;
}

void thread_fork_child(void) {
    thread_self.tid = 0;
    thread_note_process();
}

bool thread_is_own_process(void) {
    if (UNLIKELY(thread_self.guard == THREAD_CONFINED))
        return true;
    pid_t pid = getpid();
    return pid == atomic_load_explicit(&own_process, memory_order_relaxed) || pid < 0;
}

void thread_note_process(void) {
    uint64_t unset = 0;
    atomic_compare_exchange_strong(&began_ns, &unset, read_ns());
    atomic_store(&own_process, getpid());
}

uint64_t thread_clock_ns(void) {
    return read_ns() - atomic_load_explicit(&began_ns, memory_order_relaxed);
}
