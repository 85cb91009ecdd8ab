/* inquiry: functions of HIP, found once, and what was learnt of streams. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "hooks/rocm/inquiry.h"

#include "hooks/handles.h"
#include "hooks/rocm/hip.h"
#include "report/base/peek.h"
#include "report/base/thread.h"

static stack_resolve_fn resolve;

void inquiry_init(stack_resolve_fn given) {
    resolve = given;
}

void *inquiry_symbol(const char *name) {
    return resolve(name);
}

/* What is not found is looked for again: the runtime may come later. */
void *inquiry_find(_Atomic(void *) *place, const char *name) {
    void *function = atomic_load_explicit(place, memory_order_acquire);
    if (!function) {
        function = resolve(name);
        atomic_store_explicit(place, function, memory_order_release);
    }
    return function;
}

/* HIP counts 10000000 * major + 100000 * minor + patch. */
int inquiry_version(void) {
    int version = 0;
    INQUIRE("hipRuntimeGetVersion", (int *), &version);
    return result == HIP_SUCCESS ? version / 10000000 * 1000 + version / 100000 % 100 * 10 : 0;
}

bool inquiry_is_new(void) {
    static _Atomic int known;
    int version = atomic_load_explicit(&known, memory_order_relaxed);
    if (!version)
        atomic_store_explicit(&known, version = inquiry_version(), memory_order_relaxed);
    return version >= 6000;
}

/* A lost device may answer nothing any more: then the last one that did is meant. */
int64_t inquiry_device(void) {
    static _Atomic int last = -1;
    int device = -1;
    INQUIRE("hipGetDevice", (int *), &device);
    if (result != HIP_SUCCESS)
        return atomic_load(&last);
    atomic_store_explicit(&last, device, memory_order_relaxed);
    return device;
}

uint64_t inquiry_context(void) {
    return (uint64_t)(inquiry_device() + 1);
}

static int exchange_mode(int *mode) {
    INQUIRE("hipThreadExchangeStreamCaptureMode", (int *), mode);
    return result;
}

#define RELAXED 2

bool inquiry_is_capturing(uintptr_t handle, bool is_per_thread) {
    int status = 0;
    if (handle == HIP_STREAM_NULL && is_per_thread)
        handle = HIP_STREAM_PER_THREAD;
    INQUIRE("hipStreamIsCapturing", (uintptr_t, int *), handle, &status);
    return result == HIP_SUCCESS && status != 0;
}

/* Context, and above it whether the stream blocks. */
static struct handles streams;
#define NON_BLOCKING ((uintptr_t)1 << 32)

void inquiry_note_stream(uintptr_t handle, unsigned flags) {
    handles_put(&streams, handle,
                inquiry_context() | (flags & HIP_NON_BLOCKING ? NON_BLOCKING : 0));
}

void inquiry_forget_stream(uintptr_t handle) {
    handles_put(&streams, handle, 0);
}

static int stream_flags(uintptr_t handle, unsigned *flags) {
    INQUIRE("hipStreamGetFlags", (uintptr_t, unsigned *), handle, flags);
    return result;
}

static int stream_device(uintptr_t handle, int *device) {
    INQUIRE("hipStreamGetDevice", (uintptr_t, int *), handle, device);
    return result;
}

/* Made where we were not looking. */
static uintptr_t ask_about(uintptr_t handle) {
    int mode = RELAXED, device = -1;
    unsigned flags = 0;
    exchange_mode(&mode);
    uint64_t context =
        stream_device(handle, &device) == HIP_SUCCESS ? (uint64_t)(device + 1) : inquiry_context();
    if (stream_flags(handle, &flags) != HIP_SUCCESS)
        flags = 0;
    exchange_mode(&mode);
    uintptr_t what = context | (flags & HIP_NON_BLOCKING ? NON_BLOCKING : 0);
    handles_put(&streams, handle, what);
    return what;
}

struct order_stream inquiry_stream_of(uintptr_t handle, bool is_per_thread) {
    if (handle == HIP_STREAM_PER_THREAD || (handle == HIP_STREAM_NULL && is_per_thread))
        return (struct order_stream){ORDER_PER_THREAD, inquiry_context(), thread_id()};
    if (handle <= HIP_STREAM_LEGACY)
        return (struct order_stream){ORDER_LEGACY, inquiry_context(), 0};
    uintptr_t what = handles_get(&streams, handle);
    if (!what)
        what = ask_about(handle);
    return (struct order_stream){what & NON_BLOCKING ? ORDER_NONBLOCKING : ORDER_BLOCKING,
                                 what & ~NON_BLOCKING, handle};
}

/* Each form of a launch's configuration is read as its function reads it. */
static uintptr_t handle_of(const struct rocm_call *call) {
    const void *config = (const void *)rocm_argument(call, ARG_CONFIG);
    if (!config)
        return rocm_argument(call, ARG_STREAM);
    return (uintptr_t)(rocm_has(call, ARG_FUNCTION)
                           ? ((const struct hip_driver_config *)config)->stream
                           : ((const struct hip_config *)config)->stream);
}

struct order_stream inquiry_stream(const struct rocm_call *call) {
    return inquiry_stream_of(handle_of(call), call->row->is_per_thread);
}

static int address_range(uintptr_t address, uintptr_t *base, size_t *size) {
    INQUIRE("hipMemGetAddressRange", (uintptr_t *, size_t *, uintptr_t), base, size, address);
    return result;
}

static int read_memory(uintptr_t address, struct memory_what *what) {
    struct hip_pointer_attributes attributes = {.device = -1};
    INQUIRE("hipPointerGetAttributes", (struct hip_pointer_attributes *, uintptr_t), &attributes,
            address);
    if (result != HIP_SUCCESS)
        return -1;
    if (attributes.type == HIP6_UNREGISTERED)
        return 1;
    *what = (struct memory_what){.base = address,
                                 .kind = MEMORY_DEVICE,
                                 .device = attributes.device,
                                 .context = (uint64_t)(attributes.device + 1)};
    if (attributes.is_managed || attributes.type == HIP6_MANAGED)
        what->kind = MEMORY_MANAGED;
    else if (attributes.type == HIP6_HOST)
        what->kind = MEMORY_PINNED;
    return address_range(address, &what->base, &what->size) == HIP_SUCCESS ? 0 : -1;
}

int inquiry_memory(uintptr_t address, struct memory_what *what) {
    int mode = RELAXED;
    if (!inquiry_is_new())
        return -1;
    exchange_mode(&mode);
    int status = read_memory(address, what);
    exchange_mode(&mode);
    return status;
}

bool inquiry_is_pageable(int32_t device_type, uintptr_t at) {
    struct memory_what what;
    char byte;
    /* ROCM, ROCM_HOST. An address that nothing stands behind is unknown to HIP, too. */
    return (device_type == 10 || device_type == 11) && inquiry_memory(at, &what) == 1 &&
           peek(&byte, (const void *)at, 1) == 0;
}

static int query(uint64_t event) {
    INQUIRE("hipEventQuery", (uint64_t), event);
    return result;
}

bool inquiry_is_pending(uint64_t event) {
    int mode = RELAXED;
    if (!inquiry_is_new())
        return false;
    exchange_mode(&mode);
    int result = query(event);
    exchange_mode(&mode);
    return result == HIP_NOT_READY;
}

typedef const char *(*host_name_fn)(uintptr_t function, uintptr_t stream);
typedef const char *(*module_name_fn)(uintptr_t function);

const char *inquiry_host_kernel(uintptr_t function, uintptr_t stream) {
    static _Atomic(void *) place;
    host_name_fn ask = (host_name_fn)inquiry_find(&place, "hipKernelNameRefByPtr");
    return ask ? ask(function, stream) : NULL;
}

const char *inquiry_module_kernel(uintptr_t function) {
    static _Atomic(void *) place;
    module_name_fn ask = (module_name_fn)inquiry_find(&place, "hipKernelNameRef");
    return ask ? ask(function) : NULL;
}
