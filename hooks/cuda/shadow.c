/* shadow: kernels of the oldest API: their parameters are set one by one, and the launch names the
 * function alone. What was set is kept, for the launch to be read as any other. */
/* SPDX-License-Identifier: Apache-2.0 */
#include <cuda.h>

#include "hooks/cuda/effects.h"
#include "hooks/cuda/kernel.h"
#include "report/base/lock.h"
#include "report/base/memory.h"
#include "report/base/table.h"

/** Parameters of a kernel take up no more. */
#define MOST_BYTES 4096

struct shadow {
    UT_hash_handle hh;
    uintptr_t function;
    size_t size; /* set so far */
    char bytes[MOST_BYTES];
};

static struct shadow *shadows;
LOCK_DEFINE(lock, LOCK_RUNTIME)

static struct shadow *find(uintptr_t function) {
    struct shadow *shadow;
    HASH_FIND(hh, shadows, &function, sizeof(function), shadow);
    return shadow;
}

static struct shadow *add(uintptr_t function) {
    struct shadow *shadow = memory_alloc(sizeof(*shadow));
    if (!shadow)
        return NULL;
    shadow->function = function;
    HASH_ADD(hh, shadows, function, sizeof(function), shadow);
    if (shadow->hh.tbl)
        return shadow;
    memory_free(shadow, sizeof(*shadow));
    return NULL;
}

static void set(struct cuda_call *call, const void *from, size_t size) {
    uintptr_t function = cuda_argument(call, ARG_FUNCTION);
    size_t at = (size_t)(int)cuda_argument(call, ARG_OFFSET);
    if (at > MOST_BYTES || size > MOST_BYTES - at)
        return;
    lock_acquire(&lock);
    struct shadow *shadow = find(function);
    if (!shadow)
        shadow = add(function);
    if (shadow) {
        memcpy(shadow->bytes + at, from, size);
        shadow->size = at + size > shadow->size ? at + size : shadow->size;
    }
    lock_release(&lock);
}

void shadow_set_bytes(struct cuda_call *call) {
    set(call, (const void *)cuda_argument(call, ARG_TO), (unsigned)cuda_argument(call, ARG_N32));
}

void shadow_set_word(struct cuda_call *call) {
    uint32_t value = (uint32_t)cuda_argument(call, ARG_VALUE32);
    set(call, &value, sizeof(value));
}

void shadow_launched(struct cuda_call *call) {
    struct order_access accesses[KERNEL_MOST];
    uintptr_t function = cuda_argument(call, ARG_FUNCTION);
    char bytes[MOST_BYTES];
    size_t size = 0;
    void *extra[] = {CU_LAUNCH_PARAM_BUFFER_POINTER, bytes, CU_LAUNCH_PARAM_BUFFER_SIZE, &size,
                     CU_LAUNCH_PARAM_END};
    lock_acquire(&lock);
    const struct shadow *shadow = find(function);
    if (shadow)
        memcpy(bytes, shadow->bytes, size = shadow->size);
    lock_release(&lock);
    unsigned n = size ? kernel_accesses(function, NULL, extra, accesses) : 0;
    if (n)
        cuda_locate(call);
    order_accesses(&call->op, accesses, n);
}
