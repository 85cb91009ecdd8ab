/* storage: memory that begins and ends, of the device and of the host. */
/* SPDX-License-Identifier: Apache-2.0 */
#include <cuda.h>

#include "hooks/cuda/ask.h"
#include "hooks/cuda/effects.h"

static uintptr_t made(const struct cuda_call *call, enum cuda_role role) {
    const uintptr_t *place = (const uintptr_t *)cuda_argument(call, role);
    return place ? *place : 0;
}

static struct memory_what describe(uintptr_t base, uint64_t size, enum memory_kind kind) {
    bool is_host = kind == MEMORY_PINNED || kind == MEMORY_REGISTERED;
    bool is_of_context = kind == MEMORY_DEVICE || kind == MEMORY_MANAGED || kind == MEMORY_PINNED;
    return (struct memory_what){.base = base,
                                .size = size,
                                .kind = kind,
                                .context = is_of_context ? ask_context() : 0,
                                .device = is_host ? -1 : ask_device()};
}

static void appear(uintptr_t base, uint64_t size, enum memory_kind kind) {
    struct memory_what what = describe(base, size, kind);
    if (base && size)
        memory_appears(&what);
}

void storage_allocated(struct cuda_call *call) {
    appear(made(call, ARG_NEW_POINTER), cuda_argument(call, ARG_SIZE), MEMORY_DEVICE);
}

void storage_allocated_rows(struct cuda_call *call) {
    uint64_t size = made(call, ARG_NEW_PITCH) * cuda_argument(call, ARG_HEIGHT);
    appear(made(call, ARG_NEW_POINTER), size, MEMORY_DEVICE);
}

void storage_allocated_managed(struct cuda_call *call) {
    appear(made(call, ARG_NEW_POINTER), cuda_argument(call, ARG_SIZE), MEMORY_MANAGED);
}

void storage_allocated_host(struct cuda_call *call) {
    appear(made(call, ARG_NEW_HOST_POINTER), cuda_argument(call, ARG_SIZE), MEMORY_PINNED);
}

void storage_registered(struct cuda_call *call) {
    appear(cuda_argument(call, ARG_TO), cuda_argument(call, ARG_SIZE), MEMORY_REGISTERED);
}

void storage_mapped(struct cuda_call *call) {
    appear(cuda_argument(call, ARG_DST), cuda_argument(call, ARG_SIZE), MEMORY_MAPPED);
}

/* How much it is only the driver knows. */
void storage_opened(struct cuda_call *call) {
    struct memory_what what;
    if (ask_memory(made(call, ARG_NEW_POINTER), &what) == 0)
        appear(what.base, what.size, MEMORY_IMPORTED);
}

void storage_global(struct cuda_call *call) {
    struct memory_what what;
    uintptr_t base = made(call, ARG_NEW_POINTER);
    uint64_t size = made(call, ARG_NEW_SIZE);
    if (base && !size && ask_memory(base, &what) == 0)
        size = what.base + what.size - base;
    if (!memory_at(base, &what)) /* asked for more than once */
        appear(base, size, MEMORY_DEVICE);
}

/* Before: once it is freed, another thread may be given the same address. */
void storage_free(struct cuda_call *call) {
    uintptr_t base = cuda_argument(call, cuda_has(call, ARG_TO) ? ARG_TO : ARG_DST);
    if (!base)
        return;
    cuda_locate(call);
    memory_vanishes(base, &call->site);
}

void storage_allocated_async(struct cuda_call *call) {
    uintptr_t base = made(call, ARG_NEW_POINTER);
    struct memory_what what = describe(base, cuda_argument(call, ARG_SIZE), MEMORY_POOL);
    cuda_locate(call);
    memory_appears_on(&call->op, &what);
}

void storage_freed_async(struct cuda_call *call) {
    cuda_locate(call);
    memory_vanishes_on(&call->op, cuda_argument(call, ARG_DST));
}
