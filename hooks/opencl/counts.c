/* counts: tables of objects by handle. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "hooks/opencl/counts.h"

#include "report/base/lock.h"

LOCK_DEFINE(lock, LOCK_RUNTIME)

static struct count *find(const struct counts *counts, uintptr_t handle) {
    struct count *count;
    HASH_FIND(hh, counts->by_handle, &handle, sizeof(handle), count);
    return count;
}

static _Atomic(struct count *) *place_of(struct counts *counts, uintptr_t handle) {
    return &counts->lately[handle * 0x9e3779b97f4a7c15u >> 60];
}

static void remove_count(struct counts *counts, struct count *count) {
    _Atomic(struct count *) *place = place_of(counts, count->handle);
    HASH_DELETE(hh, counts->by_handle, count);
    if (atomic_load_explicit(place, memory_order_relaxed) == count)
        atomic_store_explicit(place, NULL, memory_order_relaxed);
    memory_free(count, counts->size);
}

void counts_add(struct counts *counts, uintptr_t handle, const struct count *made) {
    struct count *count = memory_alloc(counts->size);
    if (!count)
        return;
    memcpy(count, made, counts->size);
    count->handle = handle;
    count->n = 1;
    lock_acquire(&lock);
    struct count *old = find(counts, handle);
    if (old)
        remove_count(counts, old);
    HASH_ADD(hh, counts->by_handle, handle, sizeof(handle), count);
    bool is_kept = count->hh.tbl;
    lock_release(&lock);
    if (!is_kept)
        memory_free(count, counts->size);
}

static struct count *search(struct counts *counts, uintptr_t handle) {
    lock_acquire(&lock);
    struct count *count = find(counts, handle);
    if (count)
        atomic_store_explicit(place_of(counts, handle), count, memory_order_release);
    lock_release(&lock);
    return count;
}

struct count *counts_find(struct counts *counts, uintptr_t handle) {
    struct count *count = atomic_load_explicit(place_of(counts, handle), memory_order_acquire);
    return LIKELY(count && count->handle == handle) ? count : search(counts, handle);
}

void counts_retain(struct counts *counts, uintptr_t handle) {
    lock_acquire(&lock);
    struct count *count = find(counts, handle);
    if (count)
        count->n++;
    lock_release(&lock);
}

bool counts_release(struct counts *counts, uintptr_t handle, struct count *last) {
    lock_acquire(&lock);
    struct count *count = find(counts, handle);
    bool is_last = count && --count->n == 0;
    if (is_last) {
        memcpy(last, count, counts->size);
        remove_count(counts, count);
    }
    lock_release(&lock);
    return is_last;
}
