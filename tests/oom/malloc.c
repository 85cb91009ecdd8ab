/* malloc: preloaded into the renderer, refuses the request for memory that OOM_AT names, counted
 * from 1, or with OOM_FROM that and all that follow; OOM_COUNT=1 says at the end how many came. */
/* SPDX-License-Identifier: Apache-2.0 */
#include <errno.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t n, size_t size);
void *__libc_realloc(void *memory, size_t size);

static _Atomic uint64_t n;
static uint64_t first, last;

__attribute__((constructor)) static void set_up(void) {
    const char *at = getenv("OOM_AT"), *from = getenv("OOM_FROM");
    atomic_store(&n, 0);
    last = at ? strtoull(at, NULL, 10) : UINT64_MAX;
    first = at ? last : from ? strtoull(from, NULL, 10) : 0;
}

__attribute__((destructor)) static void say(void) {
    if (getenv("OOM_COUNT"))
        fprintf(stderr, "oom: %llu requests\n", (unsigned long long)atomic_load(&n));
}

static bool is_refused(void) {
    uint64_t number = atomic_fetch_add(&n, 1) + 1;
    bool is_so = first && number >= first && number <= last;
    errno = is_so ? ENOMEM : errno;
    return is_so;
}

void *malloc(size_t size) {
    return is_refused() ? NULL : __libc_malloc(size);
}

void *calloc(size_t count, size_t size) {
    return is_refused() ? NULL : __libc_calloc(count, size);
}

void *realloc(void *memory, size_t size) {
    return is_refused() ? NULL : __libc_realloc(memory, size);
}
