/* given: a table from a buffer to its size. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "tracker/given.h"

#include "report/base/lock.h"
#include "report/base/table.h"

struct given {
    UT_hash_handle hh;
    const void *buffer;
    uint64_t size;
};

LOCK_DEFINE(lock, LOCK_GIVEN)
static struct given *table;
static _Atomic bool is_used; /* most programs give none */

static struct given *find_locked(const void *buffer) {
    struct given *given;
    HASH_FIND(hh, table, &buffer, sizeof(buffer), given);
    return given;
}

static void add_locked(const void *buffer, uint64_t size) {
    struct given *given = memory_alloc(sizeof(*given));
    if (!given)
        return;
    *given = (struct given){.buffer = buffer, .size = size};
    HASH_ADD(hh, table, buffer, sizeof(given->buffer), given);
    if (!given->hh.tbl)
        memory_free(given, sizeof(*given));
    atomic_store(&is_used, true);
}

void given_note(const void *buffer, uint64_t size) {
    lock_acquire(&lock);
    struct given *given = find_locked(buffer);
    if (given && size > 0) {
        given->size = size;
    } else if (given) {
        HASH_DEL(table, given);
        memory_free(given, sizeof(*given));
    } else if (size > 0) {
        add_locked(buffer, size);
    }
    lock_release(&lock);
}

uint64_t given_size(const void *buffer, uint64_t computed) {
    if (!buffer || !atomic_load_explicit(&is_used, memory_order_relaxed))
        return computed;
    lock_acquire(&lock);
    struct given *given = find_locked(buffer);
    uint64_t size = given ? given->size : computed;
    lock_release(&lock);
    return size;
}
