/* copy: copies and sets. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/rocm/runtime/runtime.h"

static bool is_host(const void *at) {
    unsigned type = 0;
    CUpointer_attribute attribute = CU_POINTER_ATTRIBUTE_MEMORY_TYPE;
    void *value = &type;
    cuPointerGetAttributes(1, &attribute, &value, (CUdeviceptr)at);
    return type != CU_MEMORYTYPE_DEVICE;
}

/* What is not pinned is copied synchronously, as documented. */
int copy_async(void *to, const void *from, size_t size, CUstream stream) {
    int result = (int)cuMemcpyAsync((CUdeviceptr)to, (CUdeviceptr)from, size, stream);
    bool waits = runtime_is_pageable(to) || runtime_is_pageable(from);
    return result || !waits ? result : (int)cuStreamSynchronize(stream);
}

/* Between places on the device nobody waits. */
static int copy(void *to, const void *from, size_t size, CUstream stream) {
    int result = (int)cuMemcpyAsync((CUdeviceptr)to, (CUdeviceptr)from, size, stream);
    bool waits = is_host(to) || is_host(from);
    return result || !waits ? result : (int)cuStreamSynchronize(stream);
}

#define COPY_PARAMS (void *to, const void *from, size_t size, int kind)
HIP(hipMemcpy, COPY_PARAMS, (to, from, size, kind)) {
    return copy(to, from, size, NULL);
}

HIP(hipMemcpy_spt, COPY_PARAMS, (to, from, size, kind)) {
    return copy(to, from, size, CU_STREAM_PER_THREAD);
}

HIP(hipMemcpyWithStream, (void *to, const void *from, size_t size, int kind, CUstream stream),
    (to, from, size, kind, stream)) {
    return copy(to, from, size, stream);
}

#define PLAIN(name)                                                                                \
    HIP(name, (void *to, void *from, size_t size), (to, from, size)) {                             \
        return copy(to, from, size, NULL);                                                         \
    }                                                                                              \
    HIP(name##Async, (void *to, void *from, size_t size, CUstream stream),                         \
        (to, from, size, stream)) {                                                                \
        return copy_async(to, from, size, stream);                                                 \
    }
PLAIN(hipMemcpyHtoD)
PLAIN(hipMemcpyDtoH)
PLAIN(hipMemcpyDtoD)

PAIR(hipMemcpyAsync, (void *to, const void *from, size_t size, int kind, CUstream stream),
     (to, from, size, kind, stream), (to, from, size, kind, OWN(stream))) {
    return copy_async(to, from, size, stream);
}

static CUDA_MEMCPY3D of_lines(void *to, size_t to_pitch, const void *from, size_t from_pitch,
                              size_t width, size_t height) {
    return (CUDA_MEMCPY3D){.srcMemoryType = CU_MEMORYTYPE_UNIFIED,
                           .srcDevice = (CUdeviceptr)from,
                           .srcPitch = from_pitch,
                           .dstMemoryType = CU_MEMORYTYPE_UNIFIED,
                           .dstDevice = (CUdeviceptr)to,
                           .dstPitch = to_pitch,
                           .WidthInBytes = width,
                           .Height = height,
                           .Depth = 1};
}

CUDA_MEMCPY3D copy_of_parms(const struct hip_parms *parms) {
    const struct hip_copy_side *from = &parms->from, *to = &parms->to;
    CUDA_MEMCPY3D box = of_lines(to->pitched.ptr, to->pitched.pitch, from->pitched.ptr,
                                 from->pitched.pitch, parms->extent.x, parms->extent.y);
    box.srcXInBytes = from->position.x;
    box.srcY = from->position.y;
    box.srcZ = from->position.z;
    box.srcHeight = from->pitched.height;
    box.dstXInBytes = to->position.x;
    box.dstY = to->position.y;
    box.dstZ = to->position.z;
    box.dstHeight = to->pitched.height;
    box.Depth = parms->extent.z;
    return box;
}

static int copy_box(CUDA_MEMCPY3D box, CUstream stream, bool is_async) {
    int result = (int)cuMemcpy3DAsync_v2(&box, stream);
    const void *to = (void *)box.dstDevice, *from = (void *)box.srcDevice;
    bool waits = is_async ? runtime_is_pageable(to) || runtime_is_pageable(from)
                          : is_host(to) || is_host(from);
    return result || !waits ? result : (int)cuStreamSynchronize(stream);
}

HIP(hipMemcpy2D,
    (void *to, size_t to_pitch, const void *from, size_t from_pitch, size_t width, size_t height,
     int kind),
    (to, to_pitch, from, from_pitch, width, height, kind)) {
    return copy_box(of_lines(to, to_pitch, from, from_pitch, width, height), NULL, false);
}

HIP(hipMemcpy2DAsync,
    (void *to, size_t to_pitch, const void *from, size_t from_pitch, size_t width, size_t height,
     int kind, CUstream stream),
    (to, to_pitch, from, from_pitch, width, height, kind, stream)) {
    return copy_box(of_lines(to, to_pitch, from, from_pitch, width, height), stream, true);
}

HIP(hipMemcpy3D, (const struct hip_parms *parms), (parms)) {
    return copy_box(copy_of_parms(parms), NULL, false);
}

HIP(hipMemcpy3DAsync, (const struct hip_parms *parms, CUstream stream), (parms, stream)) {
    return copy_box(copy_of_parms(parms), stream, true);
}

HIP(hipMemcpyPeer, (void *to, int to_device, const void *from, int from_device, size_t size),
    (to, to_device, from, from_device, size)) {
    return copy(to, from, size, NULL);
}

HIP(hipMemcpyPeerAsync,
    (void *to, int to_device, const void *from, int from_device, size_t size, CUstream stream),
    (to, to_device, from, from_device, size, stream)) {
    return copy_async(to, from, size, stream);
}

static int set(void *to, int value, size_t size, CUstream stream) {
    int result = (int)cuMemsetD8Async((CUdeviceptr)to, (unsigned char)value, size, stream);
    return result || !is_host(to) ? result : (int)cuStreamSynchronize(stream);
}

HIP(hipMemset, (void *to, int value, size_t size), (to, value, size)) {
    return set(to, value, size, NULL);
}

HIP(hipMemset_spt, (void *to, int value, size_t size), (to, value, size)) {
    return set(to, value, size, CU_STREAM_PER_THREAD);
}

PAIR(hipMemsetAsync, (void *to, int value, size_t size, CUstream stream), (to, value, size, stream),
     (to, value, size, OWN(stream))) {
    return (int)cuMemsetD8Async((CUdeviceptr)to, (unsigned char)value, size, stream);
}

HIP(hipMemsetD8Async, (void *to, unsigned char value, size_t n, CUstream stream),
    (to, value, n, stream)) {
    return (int)cuMemsetD8Async((CUdeviceptr)to, value, n, stream);
}

HIP(hipMemsetD32Async, (void *to, int value, size_t n, CUstream stream), (to, value, n, stream)) {
    return (int)cuMemsetD32Async((CUdeviceptr)to, (unsigned)value, n, stream);
}

HIP(hipMemset2DAsync,
    (void *to, size_t pitch, int value, size_t width, size_t height, CUstream stream),
    (to, pitch, value, width, height, stream)) {
    return (int)cuMemsetD2D8Async((CUdeviceptr)to, pitch, (unsigned char)value, width, height,
                                  stream);
}

/* Slices lie one behind another, so that rows are all that is told apart. */
HIP(hipMemset3DAsync, (struct hip_pitched to, int value, struct hip_place extent, CUstream stream),
    (to, value, extent, stream)) {
    if (to.height != extent.y && extent.z > 1)
        return CUDA_ERROR_NOT_SUPPORTED;
    return (int)cuMemsetD2D8Async((CUdeviceptr)to.ptr, to.pitch, (unsigned char)value, extent.x,
                                  extent.y * extent.z, stream);
}
