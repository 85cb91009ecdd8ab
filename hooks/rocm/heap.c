/* heap: memory that begins and ends, of the device and of the host. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "hooks/rocm/effects.h"
#include "hooks/rocm/hip.h"
#include "hooks/rocm/inquiry.h"

static struct memory_what describe(uintptr_t base, uint64_t size, enum memory_kind kind) {
    bool is_host = kind == MEMORY_PINNED || kind == MEMORY_REGISTERED;
    bool is_of_device = kind == MEMORY_DEVICE || kind == MEMORY_MANAGED || kind == MEMORY_PINNED;
    return (struct memory_what){.base = base,
                                .size = size,
                                .kind = kind,
                                .context = is_of_device ? inquiry_context() : 0,
                                .device = is_host ? -1 : inquiry_device()};
}

static void appear(uintptr_t base, uint64_t size, enum memory_kind kind) {
    struct memory_what what = describe(base, size, kind);
    if (base && size)
        memory_appears(&what);
}

void heap_allocated(struct rocm_call *call) {
    appear(rocm_made(call, ARG_NEW_POINTER), rocm_argument(call, ARG_SIZE), MEMORY_DEVICE);
}

void heap_allocated_rows(struct rocm_call *call) {
    uint64_t size = rocm_made(call, ARG_NEW_PITCH) * rocm_argument(call, ARG_HEIGHT);
    appear(rocm_made(call, ARG_NEW_POINTER), size, MEMORY_DEVICE);
}

void heap_allocated_pitched(struct rocm_call *call) {
    const struct hip_pitched *made =
        (const struct hip_pitched *)rocm_argument(call, ARG_NEW_PITCHED);
    uint64_t rows = rocm_argument(call, ARG_HEIGHT) * rocm_argument(call, ARG_DEPTH);
    appear((uintptr_t)made->ptr, made->pitch * rows, MEMORY_DEVICE);
}

void heap_allocated_managed(struct rocm_call *call) {
    appear(rocm_made(call, ARG_NEW_POINTER), rocm_argument(call, ARG_SIZE), MEMORY_MANAGED);
}

void heap_allocated_host(struct rocm_call *call) {
    appear(rocm_made(call, ARG_NEW_POINTER), rocm_argument(call, ARG_SIZE), MEMORY_PINNED);
}

void heap_registered(struct rocm_call *call) {
    appear(rocm_argument(call, ARG_TO), rocm_argument(call, ARG_SIZE), MEMORY_REGISTERED);
}

void heap_mapped(struct rocm_call *call) {
    appear(rocm_argument(call, ARG_TO), rocm_argument(call, ARG_SIZE), MEMORY_MAPPED);
}

/* How much it is only HIP knows; asked for again, it is the same. */
void heap_opened(struct rocm_call *call) {
    struct memory_what what;
    uintptr_t base = rocm_made(call, ARG_NEW_POINTER);
    if (!memory_at(base, &what) && inquiry_memory(base, &what) == 0)
        appear(what.base, what.size, MEMORY_IMPORTED);
}

void heap_global(struct rocm_call *call) {
    struct memory_what what;
    uintptr_t base = rocm_made(call, ARG_NEW_POINTER);
    if (!memory_at(base, &what)) /* asked for more than once */
        appear(base, rocm_made(call, ARG_NEW_SIZE), MEMORY_DEVICE);
}

/* Before: once it is freed, another thread may be given the same address. */
void heap_end(struct rocm_call *call) {
    uintptr_t base = rocm_argument(call, ARG_TO);
    if (!base)
        return;
    hook_locate(&call->site);
    memory_vanishes(base, &call->site);
}

/* HIP documents these as a wait for the device, which comes first. */
void heap_free(struct rocm_call *call) {
    struct memory_what what;
    uintptr_t base = rocm_argument(call, ARG_TO);
    bool is_known = base && memory_at(base, &what);
    if (!is_known)
        return;
    hook_locate(&call->site);
    order_wait_context(&call->wait, what.context ? what.context : inquiry_context());
    order_waited_host(&call->wait, &call->site);
    memory_vanishes(base, &call->site);
}

void heap_allocated_async(struct rocm_call *call) {
    uintptr_t base = rocm_made(call, ARG_NEW_POINTER);
    struct memory_what what = describe(base, rocm_argument(call, ARG_SIZE), MEMORY_POOL);
    hook_locate(&call->site);
    memory_appears_on(&call->op, &what);
}

void heap_freed_async(struct rocm_call *call) {
    hook_locate(&call->site);
    memory_vanishes_on(&call->op, rocm_argument(call, ARG_TO));
}
