/* ask: functions of the driver, found once, and what was learnt of streams. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "hooks/cuda/ask.h"

#include <cuda.h>

#include "hooks/handles.h"
#include "report/base/peek.h"
#include "report/base/thread.h"

static stack_resolve_fn resolve;

void ask_init(stack_resolve_fn given) {
    resolve = given;
}

/* What is not found is looked for again: the driver may come later. */
void *ask_find(_Atomic(void *) *place, const char *name) {
    void *function = atomic_load_explicit(place, memory_order_acquire);
    if (!function) {
        function = resolve(name);
        atomic_store_explicit(place, function, memory_order_release);
    }
    return function;
}

int ask_version(void) {
    int version = 0;
    ASK("cuDriverGetVersion", (int *), &version);
    return result == CUDA_SUCCESS ? version : 0;
}

uint64_t ask_context(void) {
    CUcontext context = NULL;
    ASK("cuCtxGetCurrent", (CUcontext *), &context);
    return result == CUDA_SUCCESS ? (uint64_t)context : 0;
}

/* A lost device may answer nothing any more: then the last one that did is meant. */
int64_t ask_device(void) {
    static _Atomic int last = -1;
    CUdevice device = -1;
    ASK("cuCtxGetDevice", (CUdevice *), &device);
    if (result != CUDA_SUCCESS)
        return atomic_load(&last);
    atomic_store_explicit(&last, device, memory_order_relaxed);
    return device;
}

static CUresult exchange_mode(CUstreamCaptureMode *mode) {
    ASK("cuThreadExchangeStreamCaptureMode", (CUstreamCaptureMode *), mode);
    return result;
}

static bool is_active(int device) {
    unsigned flags;
    int active = 0;
    ASK("cuDevicePrimaryCtxGetState", (CUdevice, unsigned *, int *), device, &flags, &active);
    return result == CUDA_SUCCESS && active;
}

/* There is no question for its handle but one that retains it: remembered from the program's. */
static _Atomic uint64_t primaries[64];

void ask_note_primary(int device, uint64_t context) {
    if (device >= 0 && device < (int)LENGTH(primaries))
        atomic_store(&primaries[device], context);
}

uint64_t ask_primary(int device) {
    bool is_known = device >= 0 && device < (int)LENGTH(primaries) && is_active(device);
    return is_known ? atomic_load(&primaries[device]) : 0;
}

bool ask_is_context(uint64_t context) {
    unsigned version;
    ASK("cuCtxGetApiVersion", (CUcontext, unsigned *), (CUcontext)context, &version);
    return result == CUDA_SUCCESS;
}

bool ask_is_capturing(uintptr_t handle, bool is_per_thread) {
    CUstreamCaptureStatus status = CU_STREAM_CAPTURE_STATUS_NONE;
    if (handle == 0 && is_per_thread)
        handle = (uintptr_t)CU_STREAM_PER_THREAD;
    ASK("cuStreamIsCapturing", (CUstream, CUstreamCaptureStatus *), (CUstream)handle, &status);
    return result == CUDA_SUCCESS && status != CU_STREAM_CAPTURE_STATUS_NONE;
}

/* Context, and in its low bit whether it blocks. */
static struct handles streams;

static uintptr_t pack(uint64_t context, unsigned flags) {
    return (uintptr_t)context | (flags & CU_STREAM_NON_BLOCKING);
}

void ask_note_stream(uintptr_t handle, unsigned flags) {
    handles_put(&streams, handle, pack(ask_context(), flags));
}

void ask_forget_stream(uintptr_t handle) {
    handles_put(&streams, handle, 0);
}

static CUresult stream_flags(uintptr_t handle, unsigned *flags) {
    ASK("cuStreamGetFlags", (CUstream, unsigned *), (CUstream)handle, flags);
    return result;
}

static CUresult stream_context(uintptr_t handle, CUcontext *context) {
    ASK("cuStreamGetCtx", (CUstream, CUcontext *), (CUstream)handle, context);
    return result;
}

/* Made where we were not looking. */
static uintptr_t ask_about(uintptr_t handle) {
    CUstreamCaptureMode mode = CU_STREAM_CAPTURE_MODE_RELAXED;
    CUcontext context = NULL;
    unsigned flags = 0;
    exchange_mode(&mode);
    if (stream_flags(handle, &flags) != CUDA_SUCCESS ||
        stream_context(handle, &context) != CUDA_SUCCESS)
        context = (CUcontext)ask_context();
    exchange_mode(&mode);
    uintptr_t what = pack((uint64_t)context, flags);
    handles_put(&streams, handle, what);
    return what;
}

struct order_stream ask_stream_of(uintptr_t handle, bool is_per_thread) {
    if (handle == (uintptr_t)CU_STREAM_PER_THREAD || (handle == 0 && is_per_thread))
        return (struct order_stream){ORDER_PER_THREAD, ask_context(), thread_id()};
    if (handle <= (uintptr_t)CU_STREAM_LEGACY)
        return (struct order_stream){ORDER_LEGACY, ask_context(), 0};
    uintptr_t what = handles_get(&streams, handle);
    if (!what)
        what = ask_about(handle);
    return (struct order_stream){what & 1 ? ORDER_NONBLOCKING : ORDER_BLOCKING, what & ~1ul,
                                 handle};
}

struct order_stream ask_stream(const struct cuda_call *call) {
    uintptr_t handle = cuda_argument(call, ARG_STREAM);
    if (cuda_has(call, ARG_CONFIG) && cuda_argument(call, ARG_CONFIG))
        handle = (uintptr_t)((const CUlaunchConfig *)cuda_argument(call, ARG_CONFIG))->hStream;
    return ask_stream_of(handle, call->row->is_per_thread);
}

/* The kinds that CUDA knows; pageable memory is none of them. */
static int read_memory(uintptr_t address, struct memory_what *what) {
    unsigned type = 0, managed = 0;
    int device = -1;
    CUcontext context = NULL;
    CUmemoryPool pool = NULL;
    CUdeviceptr base = 0;
    size_t size = 0;
    CUpointer_attribute attributes[] = {
        CU_POINTER_ATTRIBUTE_MEMORY_TYPE,    CU_POINTER_ATTRIBUTE_IS_MANAGED,
        CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL, CU_POINTER_ATTRIBUTE_CONTEXT,
        CU_POINTER_ATTRIBUTE_MEMPOOL_HANDLE, CU_POINTER_ATTRIBUTE_RANGE_START_ADDR,
        CU_POINTER_ATTRIBUTE_RANGE_SIZE};
    void *values[] = {&type, &managed, &device, &context, &pool, &base, &size};
    ASK("cuPointerGetAttributes", (unsigned, CUpointer_attribute *, void **, CUdeviceptr),
        LENGTH(attributes), attributes, values, address);
    if (result != CUDA_SUCCESS)
        return -1;
    if (type == 0)
        return 1;
    enum memory_kind kind = MEMORY_DEVICE;
    if (managed)
        kind = MEMORY_MANAGED;
    else if (type == CU_MEMORYTYPE_HOST)
        kind = MEMORY_PINNED;
    else if (pool)
        kind = MEMORY_POOL;
    *what = (struct memory_what){base, size, kind, (uint64_t)context, device};
    return 0;
}

int ask_memory(uintptr_t address, struct memory_what *what) {
    CUstreamCaptureMode mode = CU_STREAM_CAPTURE_MODE_RELAXED;
    exchange_mode(&mode);
    int status = read_memory(address, what);
    exchange_mode(&mode);
    return status;
}

bool ask_is_pageable(int32_t device_type, uintptr_t at) {
    static const int32_t ours[] = {2, 3, 13}; /* CUDA, CUDA_HOST, CUDA_MANAGED */
    struct memory_what what;
    char byte;
    /* An address that nothing stands behind is unknown to the driver, too. */
    for (unsigned i = 0; i < LENGTH(ours); i++)
        if (ours[i] == device_type)
            return ask_memory(at, &what) == 1 && peek(&byte, (const void *)at, 1) == 0;
    return false;
}

static CUresult query(uint64_t event) {
    ASK("cuEventQuery", (CUevent), (CUevent)event);
    return result;
}

bool ask_is_pending(uint64_t event) {
    CUstreamCaptureMode mode = CU_STREAM_CAPTURE_MODE_RELAXED;
    exchange_mode(&mode);
    CUresult result = query(event);
    exchange_mode(&mode);
    return result == CUDA_ERROR_NOT_READY;
}

static CUresult kernel_parameter(uintptr_t kernel, size_t i, size_t *offset, size_t *size) {
    ASK("cuKernelGetParamInfo", (CUkernel, size_t, size_t *, size_t *), (CUkernel)kernel, i, offset,
        size);
    return result;
}

bool ask_parameter(uintptr_t function, size_t i, size_t *offset, size_t *size) {
    ASK("cuFuncGetParamInfo", (CUfunction, size_t, size_t *, size_t *), (CUfunction)function, i,
        offset, size);
    /* A CUkernel may be passed as a function. */
    if (result != CUDA_SUCCESS && i == 0)
        result = kernel_parameter(function, i, offset, size);
    else if (result == CUDA_ERROR_INVALID_HANDLE)
        result = kernel_parameter(function, i, offset, size);
    return result == CUDA_SUCCESS;
}

const char *ask_kernel_name(uintptr_t function) {
    const char *name = NULL;
    ASK("cuFuncGetName", (const char **, CUfunction), &name, (CUfunction)function);
    return result == CUDA_SUCCESS ? name : NULL;
}
