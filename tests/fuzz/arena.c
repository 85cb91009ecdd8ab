/* arena: what memory.h says, on malloc: the sanitizers see each block, and a use after it was given
 * back. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "report/base/memory.h"

#include <stdatomic.h>

static _Atomic size_t used;
static _Atomic uint64_t refused;
static size_t budget = SIZE_MAX;

void memory_init(size_t limit) {
    budget = limit;
}

void *memory_alloc(size_t size) {
    bool fits = size <= budget && atomic_load(&used) <= budget - size;
    void *memory = fits ? calloc(1, size) : NULL;
    if (memory)
        atomic_fetch_add(&used, size);
    else
        atomic_fetch_add(&refused, 1);
    return memory;
}

void memory_free(void *memory, size_t size) {
    if (memory)
        atomic_fetch_sub(&used, size);
    free(memory);
}

char *memory_copy_string(const char *string, size_t length) {
    char *copy = memory_alloc(length + 1);
    return copy ? memcpy(copy, string, length) : NULL;
}

struct memory_stats memory_stats(void) {
    size_t now = atomic_load(&used);
    return (struct memory_stats){
        .mapped = now, .used = now, .budget = budget, .refused = atomic_load(&refused)};
}

bool memory_is_short(void) {
    return atomic_load(&used) > budget / 8 * 7;
}
