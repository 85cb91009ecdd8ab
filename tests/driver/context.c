/* context: initialisation, two devices that are not there, and their contexts. */
/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/driver/driver.h"

#define MAGIC     0xc0e7e470u
#define MAX_STACK 16

struct device driver_devices[N_DEVICES];
static bool is_initialised;
static _Thread_local struct {
    CUcontext stack[MAX_STACK];
    unsigned n;
} current;

ENTRY(cuInit, (unsigned flags), (flags)) {
    for (int i = 0; i < N_DEVICES; i++)
        driver_devices[i].ordinal = i;
    is_initialised = true;
    return flags ? CUDA_ERROR_INVALID_VALUE : CUDA_SUCCESS;
}

bool driver_is_context(CUcontext context) {
    return context && context->magic == MAGIC && context->is_alive;
}

CUcontext driver_context(void) {
    CUcontext context = current.n ? current.stack[current.n - 1] : NULL;
    return driver_is_context(context) ? context : NULL;
}

static struct device *device_of(CUdevice ordinal) {
    return is_initialised && ordinal >= 0 && ordinal < N_DEVICES ? &driver_devices[ordinal] : NULL;
}

ENTRY(cuDeviceGet, (CUdevice * device, int ordinal), (device, ordinal)) {
    if (!is_initialised)
        return CUDA_ERROR_NOT_INITIALIZED;
    *device = ordinal;
    return device_of(ordinal) ? CUDA_SUCCESS : CUDA_ERROR_INVALID_DEVICE;
}

ENTRY(cuDeviceGetCount, (int *count), (count)) {
    if (!is_initialised)
        return CUDA_ERROR_NOT_INITIALIZED;
    *count = N_DEVICES;
    return CUDA_SUCCESS;
}

ENTRY(cuDeviceGetName, (char *name, int size, CUdevice device), (name, size, device)) {
    snprintf(name, (size_t)size, "software driver %d", device);
    return device_of(device) ? CUDA_SUCCESS : CUDA_ERROR_INVALID_DEVICE;
}

ENTRY(cuDeviceGetUuid_v2, (CUuuid * uuid, CUdevice device), (uuid, device)) {
    memset(uuid, 0, sizeof(*uuid));
    uuid->bytes[0] = (char)(1 + device);
    return device_of(device) ? CUDA_SUCCESS : CUDA_ERROR_INVALID_DEVICE;
}
ALIAS(cuDeviceGetUuid, (CUuuid * uuid, CUdevice device), (uuid, device), body_of_cuDeviceGetUuid_v2)

ENTRY(cuDeviceGetPCIBusId, (char *id, int size, CUdevice device), (id, size, device)) {
    snprintf(id, (size_t)size, "0000:%02x:00.0", device + 1);
    return device_of(device) ? CUDA_SUCCESS : CUDA_ERROR_INVALID_DEVICE;
}

ENTRY(cuDeviceTotalMem_v2, (size_t * size, CUdevice device), (size, device)) {
    *size = (size_t)4 << 30;
    return device_of(device) ? CUDA_SUCCESS : CUDA_ERROR_INVALID_DEVICE;
}

ENTRY(cuDeviceGetAttribute, (int *value, CUdevice_attribute attribute, CUdevice device),
      (value, attribute, device)) {
    if (!device_of(device))
        return CUDA_ERROR_INVALID_DEVICE;
    switch ((int)attribute) {
    case CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR:
        *value = 9;
        break;
    case CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR:
    case CU_DEVICE_ATTRIBUTE_COMPUTE_MODE:
    case CU_DEVICE_ATTRIBUTE_INTEGRATED:
        *value = 0;
        break;
    case CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK:
    case CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_X:
    case CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Y:
        *value = 1024;
        break;
    case CU_DEVICE_ATTRIBUTE_WARP_SIZE:
        *value = 32;
        break;
    case CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT:
        *value = 4;
        break;
    case CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK:
    case CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN:
        *value = 49152;
        break;
    case CU_DEVICE_ATTRIBUTE_MEMPOOL_SUPPORTED_HANDLE_TYPES:
        *value = 1;
        break;
    case CU_DEVICE_ATTRIBUTE_PCI_BUS_ID:
        *value = device + 1;
        break;
    default:
        *value = 1; /* whatever it is, it is there */
    }
    return CUDA_SUCCESS;
}

ENTRY(cuDeviceComputeCapability, (int *major, int *minor, CUdevice device),
      (major, minor, device)) {
    *major = 9;
    *minor = 0;
    return device_of(device) ? CUDA_SUCCESS : CUDA_ERROR_INVALID_DEVICE;
}

ENTRY(cuDeviceCanAccessPeer, (int *can, CUdevice device, CUdevice peer), (can, device, peer)) {
    *can = device != peer;
    return device_of(device) && device_of(peer) ? CUDA_SUCCESS : CUDA_ERROR_INVALID_DEVICE;
}

ENTRY(cuCtxEnablePeerAccess, (CUcontext peer, unsigned flags), (peer, flags)) {
    return driver_is_context(peer) ? CUDA_SUCCESS : CUDA_ERROR_INVALID_CONTEXT;
}

ENTRY(cuCtxDisablePeerAccess, (CUcontext peer), (peer)) {
    return driver_is_context(peer) ? CUDA_SUCCESS : CUDA_ERROR_INVALID_CONTEXT;
}

static CUcontext make(struct device *device, unsigned flags) {
    static uint64_t last_id;
    CUcontext context = calloc(1, sizeof(*context));
    *context = (struct CUctx_st){.magic = MAGIC, .device = device, .flags = flags, .n_users = 1};
    context->id = ++last_id;
    context->is_alive = true;
    return context;
}

static void end(CUcontext context) {
    stream_wait_context(context);
    context->is_alive = false;
    event_end_context(context);
    memory_end_context(context);
    stream_end_context(context);
}

static CUresult create(CUcontext *context, unsigned flags, CUdevice ordinal) {
    struct device *device = device_of(ordinal);
    if (!device)
        return CUDA_ERROR_INVALID_DEVICE;
    if (current.n == MAX_STACK)
        return CUDA_ERROR_OUT_OF_MEMORY;
    *context = make(device, flags);
    current.stack[current.n++] = *context;
    return CUDA_SUCCESS;
}

ENTRY(cuCtxCreate_v2, (CUcontext * context, unsigned flags, CUdevice device),
      (context, flags, device)) {
    return create(context, flags, device);
}
ALIAS(cuCtxCreate, (CUcontext * context, unsigned flags, CUdevice device), (context, flags, device),
      create)

ENTRY(cuCtxCreate_v3,
      (CUcontext * context, CUexecAffinityParam *affinity, int n, unsigned flags, CUdevice device),
      (context, affinity, n, flags, device)) {
    return create(context, flags, device);
}

ENTRY(cuCtxCreate_v4,
      (CUcontext * context, CUctxCreateParams *params, unsigned flags, CUdevice device),
      (context, params, flags, device)) {
    return create(context, flags, device);
}

ENTRY(cuCtxDestroy_v2, (CUcontext context), (context)) {
    if (!driver_is_context(context) || context->is_primary)
        return CUDA_ERROR_INVALID_CONTEXT;
    end(context);
    if (current.n && current.stack[current.n - 1] == context)
        current.n--;
    return CUDA_SUCCESS;
}
ALIAS(cuCtxDestroy, (CUcontext context), (context), body_of_cuCtxDestroy_v2)

ENTRY(cuCtxAttach, (CUcontext * context, unsigned flags), (context, flags)) {
    *context = driver_context();
    if (!*context)
        return CUDA_ERROR_INVALID_CONTEXT;
    (*context)->n_users++;
    return CUDA_SUCCESS;
}

ENTRY(cuCtxDetach, (CUcontext context), (context)) {
    if (!driver_is_context(context))
        return CUDA_ERROR_INVALID_CONTEXT;
    if (--context->n_users == 0)
        return body_of_cuCtxDestroy_v2(context);
    return CUDA_SUCCESS;
}

ENTRY(cuCtxPushCurrent_v2, (CUcontext context), (context)) {
    if (!driver_is_context(context) || current.n == MAX_STACK)
        return CUDA_ERROR_INVALID_CONTEXT;
    current.stack[current.n++] = context;
    return CUDA_SUCCESS;
}
ALIAS(cuCtxPushCurrent, (CUcontext context), (context), body_of_cuCtxPushCurrent_v2)

ENTRY(cuCtxPopCurrent_v2, (CUcontext * context), (context)) {
    if (!current.n)
        return CUDA_ERROR_INVALID_CONTEXT;
    current.n--;
    if (context)
        *context = current.stack[current.n];
    return CUDA_SUCCESS;
}
ALIAS(cuCtxPopCurrent, (CUcontext * context), (context), body_of_cuCtxPopCurrent_v2)

ENTRY(cuCtxSetCurrent, (CUcontext context), (context)) {
    if (context && !driver_is_context(context))
        return CUDA_ERROR_INVALID_CONTEXT;
    current.n -= current.n > 0;
    if (context)
        current.stack[current.n++] = context;
    return CUDA_SUCCESS;
}

ENTRY(cuCtxGetCurrent, (CUcontext * context), (context)) {
    *context = driver_context();
    return is_initialised ? CUDA_SUCCESS : CUDA_ERROR_NOT_INITIALIZED;
}

ENTRY(cuCtxGetDevice, (CUdevice * device), (device)) {
    CUcontext context = driver_context();
    if (!context)
        return CUDA_ERROR_INVALID_CONTEXT;
    *device = context->device->ordinal;
    return CUDA_SUCCESS;
}

ENTRY(cuCtxGetDevice_v2, (CUdevice * device, CUcontext context), (device, context)) {
    context = context ? context : driver_context();
    if (!driver_is_context(context))
        return CUDA_ERROR_INVALID_CONTEXT;
    *device = context->device->ordinal;
    return CUDA_SUCCESS;
}

ENTRY(cuCtxGetId, (CUcontext context, unsigned long long *id), (context, id)) {
    context = context ? context : driver_context();
    if (!driver_is_context(context))
        return CUDA_ERROR_CONTEXT_IS_DESTROYED;
    *id = context->id;
    return CUDA_SUCCESS;
}

ENTRY(cuCtxGetFlags, (unsigned *flags), (flags)) {
    CUcontext context = driver_context();
    if (!context)
        return CUDA_ERROR_INVALID_CONTEXT;
    *flags = context->flags;
    return CUDA_SUCCESS;
}

ENTRY(cuCtxGetApiVersion, (CUcontext context, unsigned *version), (context, version)) {
    *version = 3020;
    return CUDA_SUCCESS;
}

ENTRY(cuCtxGetStreamPriorityRange, (int *least, int *greatest), (least, greatest)) {
    if (least)
        *least = 0;
    if (greatest)
        *greatest = -5;
    return CUDA_SUCCESS;
}

ENTRY(cuCtxGetLimit, (size_t * value, CUlimit limit), (value, limit)) {
    *value = 1024;
    return CUDA_SUCCESS;
}

ENTRY(cuCtxSetLimit, (CUlimit limit, size_t value), (limit, value)) {
    return CUDA_SUCCESS;
}

ENTRY(cuCtxSynchronize, (void), ()) {
    CUcontext context = driver_context();
    if (!context)
        return CUDA_ERROR_INVALID_CONTEXT;
    stream_wait_context(context);
    return CUDA_SUCCESS;
}

ENTRY(cuCtxSynchronize_v2, (CUcontext context), (context)) {
    context = context ? context : driver_context();
    if (!driver_is_context(context))
        return CUDA_ERROR_INVALID_CONTEXT;
    stream_wait_context(context);
    return CUDA_SUCCESS;
}

ENTRY(cuDevicePrimaryCtxRetain, (CUcontext * context, CUdevice ordinal), (context, ordinal)) {
    struct device *device = device_of(ordinal);
    if (!device)
        return is_initialised ? CUDA_ERROR_INVALID_DEVICE : CUDA_ERROR_NOT_INITIALIZED;
    driver_lock();
    if (driver_is_context(device->primary)) {
        device->primary->n_users++;
    } else {
        device->primary = make(device, 0);
        device->primary->is_primary = true;
    }
    *context = device->primary;
    driver_unlock();
    return CUDA_SUCCESS;
}

ENTRY(cuDevicePrimaryCtxReset_v2, (CUdevice ordinal), (ordinal)) {
    struct device *device = device_of(ordinal);
    if (!device)
        return CUDA_ERROR_INVALID_DEVICE;
    if (driver_is_context(device->primary))
        end(device->primary);
    return CUDA_SUCCESS;
}
ALIAS(cuDevicePrimaryCtxReset, (CUdevice device), (device), body_of_cuDevicePrimaryCtxReset_v2)

ENTRY(cuDevicePrimaryCtxRelease_v2, (CUdevice ordinal), (ordinal)) {
    struct device *device = device_of(ordinal);
    if (!device || !driver_is_context(device->primary))
        return CUDA_ERROR_INVALID_CONTEXT;
    if (--device->primary->n_users == 0)
        end(device->primary);
    return CUDA_SUCCESS;
}
ALIAS(cuDevicePrimaryCtxRelease, (CUdevice device), (device), body_of_cuDevicePrimaryCtxRelease_v2)

ENTRY(cuDevicePrimaryCtxGetState, (CUdevice ordinal, unsigned *flags, int *is_active),
      (ordinal, flags, is_active)) {
    struct device *device = device_of(ordinal);
    if (!device)
        return CUDA_ERROR_INVALID_DEVICE;
    *is_active = driver_is_context(device->primary);
    *flags = *is_active ? device->primary->flags : 0;
    return CUDA_SUCCESS;
}

ENTRY(cuDevicePrimaryCtxSetFlags_v2, (CUdevice ordinal, unsigned flags), (ordinal, flags)) {
    struct device *device = device_of(ordinal);
    if (!device)
        return CUDA_ERROR_INVALID_DEVICE;
    if (driver_is_context(device->primary))
        device->primary->flags = flags;
    return CUDA_SUCCESS;
}
ALIAS(cuDevicePrimaryCtxSetFlags, (CUdevice device, unsigned flags), (device, flags),
      body_of_cuDevicePrimaryCtxSetFlags_v2)
