/* refuse: stands before the arena of the library (ld --wrap) and refuses a request, or all from one
 * on.
 *
 * OOM_COUNT=FILE counts requests there; OOM_AT=N refuses the Nth, counted from 1, OOM_FROM=N that
 * and all that follow. */
/* SPDX-License-Identifier: Apache-2.0 */
#define BASE_OWNS_HOST
#include <fcntl.h>
#include <stdatomic.h>
#include <sys/mman.h>
#include <unistd.h>

#include "report/base/base.h"

void *__real_memory_alloc(size_t size);
void *__wrap_memory_alloc(size_t size);
char *__real_memory_copy_string(const char *string, size_t length);
char *__wrap_memory_copy_string(const char *string, size_t length);

static _Atomic uint64_t own;
static _Atomic uint64_t *n = &own;
static uint64_t first, last;

static void set_up(void) {
    const char *path = getenv("OOM_COUNT"), *at = getenv("OOM_AT"), *from = getenv("OOM_FROM");
    if (at || from)
        first = strtoull(at ? at : from, NULL, 10);
    last = at ? first : UINT64_MAX;
    int fd = path ? open(path, O_RDWR | O_CLOEXEC) : -1;
    if (fd < 0)
        return;
    void *page = mmap(NULL, sizeof(*n), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    n = page == MAP_FAILED ? n : page;
    close(fd);
}

static bool is_refused(void) {
    static _Atomic bool is_set_up;
    if (!atomic_exchange(&is_set_up, true))
        set_up();
    uint64_t number = atomic_fetch_add(n, 1) + 1;
    return first && number >= first && number <= last;
}

void *__wrap_memory_alloc(size_t size) {
    return is_refused() ? NULL : __real_memory_alloc(size);
}

char *__wrap_memory_copy_string(const char *string, size_t length) {
    return is_refused() ? NULL : __real_memory_copy_string(string, length);
}
