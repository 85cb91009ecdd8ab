/* sandbox: asks /proc; what the process itself sets up is told by the shim. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "report/base/sandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <unistd.h>

enum { UNKNOWN, NONE, FILTERED };
static _Atomic int state;
static _Atomic bool keeps_from_starting;

/* In pieces that overlap by the key and the digit: stacks are small. */
static bool has_filter(int fd) {
    static const char key[] = "\nSeccomp:\t";
    char piece[256];
    size_t kept = 0;
    for (ssize_t n; (n = read(fd, piece + kept, sizeof piece - 1 - kept)) > 0;) {
        size_t size = kept + (size_t)n;
        piece[size] = '\0';
        const char *found = strstr(piece, key);
        if (found && found[sizeof key - 1])
            return found[sizeof key - 1] != '0';
        kept = size < sizeof key ? size : sizeof key;
        memmove(piece, piece + size - kept, kept);
    }
    return false;
}

bool sandbox_is_filtered(void) {
    int known = atomic_load_explicit(&state, memory_order_relaxed);
    if (LIKELY(known != UNKNOWN))
        return known == FILTERED;
    int saved_errno = errno;
    int fd = open("/proc/self/status", O_RDONLY | O_CLOEXEC);
    int found = fd >= 0 && has_filter(fd) ? FILTERED : NONE;
    if (fd >= 0)
        close(fd);
    errno = saved_errno;
    atomic_compare_exchange_strong(&state, &known, found);
    return atomic_load(&state) == FILTERED;
}

void sandbox_note(bool children) {
    atomic_store(&state, FILTERED);
    if (!children)
        atomic_store(&keeps_from_starting, true);
}

bool sandbox_lets_start(void) {
    return !atomic_load(&keeps_from_starting);
}
