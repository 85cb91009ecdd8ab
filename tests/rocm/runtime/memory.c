/* memory: allocations, and what is known of an address. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/rocm/runtime/runtime.h"

HIP(hipMalloc, (CUdeviceptr * pointer, size_t size), (pointer, size)) {
    return (int)cuMemAlloc_v2(pointer, size);
}

HIP(hipExtMallocWithFlags, (CUdeviceptr * pointer, size_t size, unsigned flags),
    (pointer, size, flags)) {
    return (int)cuMemAlloc_v2(pointer, size);
}

HIP(hipMallocPitch, (CUdeviceptr * pointer, size_t *pitch, size_t width, size_t height),
    (pointer, pitch, width, height)) {
    return (int)cuMemAllocPitch_v2(pointer, pitch, width, height, 4);
}

HIP(hipMalloc3D, (struct hip_pitched * made, struct hip_place extent), (made, extent)) {
    made->width = extent.x;
    made->height = extent.y;
    return (int)cuMemAllocPitch_v2((CUdeviceptr *)&made->ptr, &made->pitch, extent.x,
                                   extent.y * extent.z, 4);
}

HIP(hipMallocManaged, (CUdeviceptr * pointer, size_t size, unsigned flags),
    (pointer, size, flags)) {
    return (int)cuMemAllocManaged(pointer, size, CU_MEM_ATTACH_GLOBAL);
}

HIP(hipHostMalloc, (void **pointer, size_t size, unsigned flags), (pointer, size, flags)) {
    return (int)cuMemHostAlloc(pointer, size, 0);
}

HIP(hipHostAlloc, (void **pointer, size_t size, unsigned flags), (pointer, size, flags)) {
    return (int)cuMemHostAlloc(pointer, size, 0);
}

HIP(hipMallocHost, (void **pointer, size_t size), (pointer, size)) {
    return (int)cuMemHostAlloc(pointer, size, 0);
}

HIP(hipHostRegister, (void *pointer, size_t size, unsigned flags), (pointer, size, flags)) {
    return (int)cuMemHostRegister_v2(pointer, size, 0);
}

HIP(hipHostUnregister, (void *pointer), (pointer)) {
    return (int)cuMemHostUnregister(pointer);
}

/* As documented: an implicit hipDeviceSynchronize() comes first. */
HIP(hipFree, (CUdeviceptr pointer), (pointer)) {
    int result = pointer ? (int)cuCtxSynchronize() : HIP_SUCCESS;
    return result || !pointer ? result : (int)cuMemFree_v2(pointer);
}

HIP(hipHostFree, (void *pointer), (pointer)) {
    int result = pointer ? (int)cuCtxSynchronize() : HIP_SUCCESS;
    return result || !pointer ? result : (int)cuMemFreeHost(pointer);
}

HIP(hipFreeHost, (void *pointer), (pointer)) {
    return body_of_hipHostFree(pointer);
}

HIP(hipMallocAsync, (CUdeviceptr * pointer, size_t size, CUstream stream),
    (pointer, size, stream)) {
    return (int)cuMemAllocAsync(pointer, size, stream);
}

HIP(hipMallocFromPoolAsync,
    (CUdeviceptr * pointer, size_t size, CUmemoryPool pool, CUstream stream),
    (pointer, size, pool, stream)) {
    return (int)cuMemAllocFromPoolAsync(pointer, size, pool, stream);
}

HIP(hipFreeAsync, (CUdeviceptr pointer, CUstream stream), (pointer, stream)) {
    return (int)cuMemFreeAsync(pointer, stream);
}

HIP(hipDeviceGetDefaultMemPool, (CUmemoryPool * pool, int device), (pool, device)) {
    return (int)cuDeviceGetDefaultMemPool(pool, device);
}

HIP(hipMemGetInfo, (size_t * n_free, size_t *total), (n_free, total)) {
    return (int)cuMemGetInfo_v2(n_free, total);
}

HIP(hipMemGetAddressRange, (CUdeviceptr * base, size_t *size, CUdeviceptr pointer),
    (base, size, pointer)) {
    return (int)cuMemGetAddressRange_v2(base, size, pointer);
}

static void ask(const void *at, unsigned *type, unsigned *is_managed, int *device) {
    CUpointer_attribute attributes[] = {CU_POINTER_ATTRIBUTE_MEMORY_TYPE,
                                        CU_POINTER_ATTRIBUTE_IS_MANAGED,
                                        CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL};
    void *values[] = {type, is_managed, device};
    cuPointerGetAttributes(3, attributes, values, (CUdeviceptr)at);
}

bool runtime_is_pageable(const void *at) {
    unsigned type = 0, is_managed = 0;
    int device = -1;
    ask(at, &type, &is_managed, &device);
    return type == 0;
}

HIP(hipPointerGetAttributes, (void *answer, const void *pointer), (answer, pointer)) {
    struct {
        int type, device;
        const void *device_pointer, *host_pointer;
        int is_managed;
        unsigned flags;
    } *attributes = answer;
    unsigned type = 0, is_managed = 0;
    bool is_new = runtime_major() >= 6;
    memset(attributes, 0, sizeof(*attributes));
    ask(pointer, &type, &is_managed, &attributes->device);
    if (!type)
        return is_new ? HIP_SUCCESS : CUDA_ERROR_INVALID_VALUE;
    attributes->type = type == CU_MEMORYTYPE_HOST ? (is_new ? HIP6_HOST : HIP5_HOST)
                       : !is_new                  ? HIP5_DEVICE
                       : is_managed               ? HIP6_MANAGED
                                                  : HIP6_DEVICE;
    attributes->device_pointer = pointer;
    attributes->is_managed = (int)is_managed;
    return HIP_SUCCESS;
}
