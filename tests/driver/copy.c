/* copy: copies and sets, and what each of them waits for before and after. */
/* SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>
#include <string.h>

#include "tests/driver/driver.h"
#include "tests/driver/graph.h"

/** Up to here a synchronous copy from pageable memory is done when it returns. */
#define TAIL_BEGINS ((size_t)64 << 10)

void call_moved(enum driver_direction direction, uint64_t n);
static bool stages_pageable;

void driver_stage_pageable(int stages) {
    stages_pageable = stages != 0;
}

__attribute__((constructor)) static void read_stages(void) {
    const char *value = getenv("ARROWDEV_DRIVER_PAGEABLE");
    stages_pageable = value && strcmp(value, "staged") == 0;
}

/* Rows of width bytes, in slices. */
struct box {
    char *dst;
    const char *src;
    size_t width, height, depth;
    size_t dst_pitch, src_pitch, dst_slice, src_slice;
};

static void run_box(void *data) {
    const struct box *box = data;
    for (size_t z = 0; z < box->depth; z++)
        for (size_t y = 0; y < box->height; y++)
            memmove(box->dst + z * box->dst_slice + y * box->dst_pitch,
                    box->src + z * box->src_slice + y * box->src_pitch, box->width);
}

enum memory_kind { PAGEABLE, PINNED, DEVICE };

static enum memory_kind kind_of(const void *address) {
    struct alloc alloc;
    if (!memory_find((uintptr_t)address, &alloc))
        return PAGEABLE;
    return alloc.type == CU_MEMORYTYPE_DEVICE ? DEVICE : PINNED;
}

static void count(const struct box *box) {
    bool from = kind_of(box->src) == DEVICE, to = kind_of(box->dst) == DEVICE;
    static const enum driver_direction directions[2][2] = {{DRIVER_H2H, DRIVER_H2D},
                                                           {DRIVER_D2H, DRIVER_D2D}};
    call_moved(directions[from][to], box->width * box->height * box->depth);
}

static struct box line(uintptr_t dst, uintptr_t src, size_t size) {
    return (struct box){(char *)dst, (const char *)src, size, 1, 1, 0, 0, 0, 0};
}

static CUresult check(const struct stream *stream) {
    if (!stream)
        return driver_context() ? CUDA_ERROR_INVALID_HANDLE : CUDA_ERROR_INVALID_CONTEXT;
    return CUDA_SUCCESS;
}

static CUresult copy_async(struct stream *stream, struct box box, const CUDA_MEMCPY3D *params) {
    CUresult result = check(stream);
    if (result != CUDA_SUCCESS)
        return result;
    count(&box);
    struct work work = {.type = CU_GRAPH_NODE_TYPE_MEMCPY,
                        .run = run_box,
                        .data = &box,
                        .size = sizeof(box),
                        .params = params,
                        .params_size = params ? sizeof(*params) : 0};
    struct point point = {0};
    enum memory_kind from = kind_of(box.src), to = kind_of(box.dst);
    result = work_submit(stream, &work, &point);
    if (result == CUDA_SUCCESS && !stream_capture(stream) &&
        ((from != DEVICE && to != DEVICE) ||
         (stages_pageable && (from == PAGEABLE || to == PAGEABLE))))
        stream_wait_point(point);
    return result;
}

/* What the host has put aside, on its way to the device. */
struct staged {
    struct box box;
    char bytes[];
};

static void run_staged(void *data) {
    run_box(&((struct staged *)data)->box);
}

static void copy_staged(struct stream *stream, const struct box *box) {
    size_t row = box->width, slice = row * box->height;
    struct staged *staged = malloc(sizeof(*staged) + slice * box->depth);
    struct box aside = *box;
    aside.dst = staged->bytes;
    aside.dst_pitch = row;
    aside.dst_slice = slice;
    run_box(&aside);
    staged->box = *box;
    staged->box.src = staged->bytes;
    staged->box.src_pitch = row;
    staged->box.src_slice = slice;
    stream_wait_idle(stream);
    struct point point = stream_submit_tail(stream, run_staged, staged);
    if (slice * box->depth <= TAIL_BEGINS)
        stream_wait_point(point);
}

static CUresult copy_sync(struct box box) {
    struct stream *stream = stream_default();
    CUresult result = check(stream);
    if (result != CUDA_SUCCESS)
        return result;
    if (stream_capture(stream))
        return CUDA_ERROR_STREAM_CAPTURE_IMPLICIT;
    enum memory_kind from = kind_of(box.src), to = kind_of(box.dst);
    count(&box);
    if (from == PAGEABLE && to == DEVICE) {
        copy_staged(stream, &box);
        return CUDA_SUCCESS;
    }
    struct box *own = malloc(sizeof(*own));
    *own = box;
    struct point point = stream_submit(stream, NULL, run_box, own);
    if (from != DEVICE || to != DEVICE)
        stream_wait_point(point);
    return CUDA_SUCCESS;
}

#define SYNC_COPY(name, type_of_dst, type_of_src)                                                  \
    PAIR(name, _ptds, (type_of_dst dst, type_of_src src, size_t size), (dst, src, size)) {         \
        return copy_sync(line((uintptr_t)dst, (uintptr_t)src, size));                              \
    }
SYNC_COPY(cuMemcpy, CUdeviceptr, CUdeviceptr)
SYNC_COPY(cuMemcpyHtoD_v2, CUdeviceptr, const void *)
SYNC_COPY(cuMemcpyDtoH_v2, void *, CUdeviceptr)
SYNC_COPY(cuMemcpyDtoD_v2, CUdeviceptr, CUdeviceptr)

static CUDA_MEMCPY3D params_of(uintptr_t dst, uintptr_t src, size_t size) {
    CUDA_MEMCPY3D params = {.srcMemoryType = CU_MEMORYTYPE_UNIFIED,
                            .srcDevice = src,
                            .srcPitch = size,
                            .dstMemoryType = CU_MEMORYTYPE_UNIFIED,
                            .dstDevice = dst,
                            .dstPitch = size,
                            .WidthInBytes = size,
                            .Height = 1,
                            .Depth = 1};
    return params;
}

static CUresult copy_line(uintptr_t dst, uintptr_t src, size_t size, CUstream stream) {
    CUDA_MEMCPY3D params = params_of(dst, src, size);
    return copy_async(stream_of(stream), line(dst, src, size), &params);
}

#define ASYNC_COPY(name, type_of_dst, type_of_src)                                                 \
    PAIR(name, _ptsz, (type_of_dst dst, type_of_src src, size_t size, CUstream stream),            \
         (dst, src, size, stream)) {                                                               \
        return copy_line((uintptr_t)dst, (uintptr_t)src, size, stream);                            \
    }
ASYNC_COPY(cuMemcpyAsync, CUdeviceptr, CUdeviceptr)
ASYNC_COPY(cuMemcpyHtoDAsync_v2, CUdeviceptr, const void *)
ASYNC_COPY(cuMemcpyDtoHAsync_v2, void *, CUdeviceptr)
ASYNC_COPY(cuMemcpyDtoDAsync_v2, CUdeviceptr, CUdeviceptr)

/* Behind all work of both contexts, and before what comes later. */
PAIR(cuMemcpyPeer, _ptds,
     (CUdeviceptr dst, CUcontext to, CUdeviceptr src, CUcontext from, size_t size),
     (dst, to, src, from, size)) {
    if (!driver_is_context(to) || !driver_is_context(from))
        return CUDA_ERROR_INVALID_CONTEXT;
    stream_wait_context(to);
    stream_wait_context(from);
    struct box box = line(dst, src, size);
    count(&box);
    run_box(&box);
    return CUDA_SUCCESS;
}

PAIR(cuMemcpyPeerAsync, _ptsz,
     (CUdeviceptr dst, CUcontext to, CUdeviceptr src, CUcontext from, size_t size, CUstream stream),
     (dst, to, src, from, size, stream)) {
    return copy_line(dst, src, size, stream);
}

static uintptr_t operand(CUmemorytype type, const void *host, CUdeviceptr device) {
    return type == CU_MEMORYTYPE_HOST ? (uintptr_t)host : device;
}

static struct box box_2d(const CUDA_MEMCPY2D *copy) {
    size_t from = copy->srcPitch ? copy->srcPitch : copy->WidthInBytes;
    size_t to = copy->dstPitch ? copy->dstPitch : copy->WidthInBytes;
    uintptr_t src = operand(copy->srcMemoryType, copy->srcHost, copy->srcDevice);
    uintptr_t dst = operand(copy->dstMemoryType, copy->dstHost, copy->dstDevice);
    return (struct box){.dst = (char *)dst + copy->dstY * to + copy->dstXInBytes,
                        .src = (const char *)src + copy->srcY * from + copy->srcXInBytes,
                        .width = copy->WidthInBytes,
                        .height = copy->Height,
                        .depth = 1,
                        .dst_pitch = to,
                        .src_pitch = from};
}

static struct box box_3d(const CUDA_MEMCPY3D *copy) {
    size_t from = copy->srcPitch ? copy->srcPitch : copy->WidthInBytes;
    size_t to = copy->dstPitch ? copy->dstPitch : copy->WidthInBytes;
    size_t from_slice = from * (copy->srcHeight ? copy->srcHeight : copy->Height);
    size_t to_slice = to * (copy->dstHeight ? copy->dstHeight : copy->Height);
    uintptr_t src = operand(copy->srcMemoryType, copy->srcHost, copy->srcDevice);
    uintptr_t dst = operand(copy->dstMemoryType, copy->dstHost, copy->dstDevice);
    return (struct box){
        .dst = (char *)dst + copy->dstZ * to_slice + copy->dstY * to + copy->dstXInBytes,
        .src = (const char *)src + copy->srcZ * from_slice + copy->srcY * from + copy->srcXInBytes,
        .width = copy->WidthInBytes,
        .height = copy->Height,
        .depth = copy->Depth,
        .dst_pitch = to,
        .src_pitch = from,
        .dst_slice = to_slice,
        .src_slice = from_slice};
}

PAIR(cuMemcpy2D_v2, _ptds, (const CUDA_MEMCPY2D *copy), (copy)) {
    return copy_sync(box_2d(copy));
}

PAIR(cuMemcpy2DUnaligned_v2, _ptds, (const CUDA_MEMCPY2D *copy), (copy)) {
    return copy_sync(box_2d(copy));
}

PAIR(cuMemcpy2DAsync_v2, _ptsz, (const CUDA_MEMCPY2D *copy, CUstream stream), (copy, stream)) {
    return copy_async(stream_of(stream), box_2d(copy), NULL);
}

PAIR(cuMemcpy3D_v2, _ptds, (const CUDA_MEMCPY3D *copy), (copy)) {
    return copy_sync(box_3d(copy));
}

PAIR(cuMemcpy3DAsync_v2, _ptsz, (const CUDA_MEMCPY3D *copy, CUstream stream), (copy, stream)) {
    return copy_async(stream_of(stream), box_3d(copy), copy);
}

PAIR(cuMemcpyBatchAsync_v2, _ptsz,
     (CUdeviceptr * dsts, CUdeviceptr *srcs, size_t *sizes, size_t n,
      CUmemcpyAttributes *attributes, size_t *firsts, size_t n_attributes, CUstream handle),
     (dsts, srcs, sizes, n, attributes, firsts, n_attributes, handle)) {
    if (!handle)
        return CUDA_ERROR_INVALID_VALUE;
    CUresult result = CUDA_SUCCESS;
    for (size_t i = 0; i < n && result == CUDA_SUCCESS; i++)
        result = copy_line(dsts[i], srcs[i], sizes[i], handle);
    return result;
}

/* sets */

struct set {
    char *dst;
    size_t pitch, width, height;
    unsigned value, element;
};

static void run_set(void *data) {
    const struct set *set = data;
    for (size_t y = 0; y < set->height; y++)
        for (size_t x = 0; x < set->width; x++)
            memcpy(set->dst + y * set->pitch + x * set->element, &set->value, set->element);
}

static CUresult set_async(struct set set, struct stream *stream, struct point *point) {
    CUresult result = set.dst ? check(stream) : CUDA_ERROR_INVALID_VALUE;
    if (result != CUDA_SUCCESS)
        return result;
    CUDA_MEMSET_NODE_PARAMS params = {.dst = (CUdeviceptr)set.dst,
                                      .pitch = set.pitch,
                                      .value = set.value,
                                      .elementSize = set.element,
                                      .width = set.width,
                                      .height = set.height};
    struct work work = {.type = CU_GRAPH_NODE_TYPE_MEMSET,
                        .run = run_set,
                        .data = &set,
                        .size = sizeof(set),
                        .params = &params,
                        .params_size = sizeof(params)};
    return work_submit(stream, &work, point);
}

static CUresult set_sync(struct set set) {
    struct point point = {0};
    CUresult result = set_async(set, stream_default(), &point);
    if (result == CUDA_SUCCESS && kind_of(set.dst) == PINNED)
        stream_wait_point(point);
    return result;
}

#define SETS(bits, type)                                                                           \
    PAIR(cuMemsetD##bits##_v2, _ptds, (CUdeviceptr dst, type value, size_t n), (dst, value, n)) {  \
        return set_sync((struct set){(char *)dst, 0, n, 1, value, bits / 8});                      \
    }                                                                                              \
    PAIR(cuMemsetD##bits##Async, _ptsz, (CUdeviceptr dst, type value, size_t n, CUstream stream),  \
         (dst, value, n, stream)) {                                                                \
        struct point point;                                                                        \
        return set_async((struct set){(char *)dst, 0, n, 1, value, bits / 8}, stream_of(stream),   \
                         &point);                                                                  \
    }                                                                                              \
    PAIR(cuMemsetD2D##bits##_v2, _ptds,                                                            \
         (CUdeviceptr dst, size_t pitch, type value, size_t width, size_t height),                 \
         (dst, pitch, value, width, height)) {                                                     \
        return set_sync((struct set){(char *)dst, pitch, width, height, value, bits / 8});         \
    }                                                                                              \
    PAIR(                                                                                          \
        cuMemsetD2D##bits##Async, _ptsz,                                                           \
        (CUdeviceptr dst, size_t pitch, type value, size_t width, size_t height, CUstream stream), \
        (dst, pitch, value, width, height, stream)) {                                              \
        struct point point;                                                                        \
        return set_async((struct set){(char *)dst, pitch, width, height, value, bits / 8},         \
                         stream_of(stream), &point);                                               \
    }
SETS(8, unsigned char)
SETS(16, unsigned short)
SETS(32, unsigned)

static void nothing(void *data) {}

static CUresult prefetch(CUdeviceptr pointer, size_t size, CUstream handle) {
    struct stream *stream = stream_of(handle);
    CUresult result = check(stream);
    if (result != CUDA_SUCCESS)
        return result;
    call_moved(DRIVER_PREFETCH, size);
    stream_submit(stream, NULL, nothing, NULL);
    return CUDA_SUCCESS;
}

PAIR(cuMemPrefetchAsync, _ptsz,
     (CUdeviceptr pointer, size_t size, CUdevice device, CUstream stream),
     (pointer, size, device, stream)) {
    return prefetch(pointer, size, stream);
}

PAIR(cuMemPrefetchAsync_v2, _ptsz,
     (CUdeviceptr pointer, size_t size, CUmemLocation place, unsigned flags, CUstream stream),
     (pointer, size, place, flags, stream)) {
    return prefetch(pointer, size, stream);
}

ENTRY(cuMemAdvise, (CUdeviceptr pointer, size_t size, CUmem_advise advice, CUdevice device),
      (pointer, size, advice, device)) {
    return CUDA_SUCCESS;
}

ENTRY(cuMemAdvise_v2, (CUdeviceptr pointer, size_t size, CUmem_advise advice, CUmemLocation place),
      (pointer, size, advice, place)) {
    return CUDA_SUCCESS;
}

/* values that streams wait for */

struct value {
    volatile uint64_t *address;
    uint64_t value;
    unsigned flags;
    bool is_wide;
};

static uint64_t read_value(const struct value *value) {
    return value->is_wide ? *value->address : *(volatile uint32_t *)value->address;
}

static void run_write(void *data) {
    const struct value *value = data;
    if (value->is_wide)
        *value->address = value->value;
    else
        *(volatile uint32_t *)value->address = (uint32_t)value->value;
}

static void run_wait(void *data) {
    const struct value *value = data;
    for (bool met = false; !met;) {
        uint64_t now = read_value(value);
        switch (value->flags & 3) {
        case CU_STREAM_WAIT_VALUE_GEQ:
            met = (int64_t)(now - value->value) >= 0;
            break;
        case CU_STREAM_WAIT_VALUE_EQ:
            met = now == value->value;
            break;
        case CU_STREAM_WAIT_VALUE_AND:
            met = (now & value->value) != 0;
            break;
        default:
            met = ~(now | value->value) != 0;
        }
    }
}

static CUresult submit_value(CUstream handle, struct value value, void (*run)(void *)) {
    struct stream *stream = stream_of(handle);
    CUresult result = check(stream);
    if (result != CUDA_SUCCESS)
        return result;
    struct value *own = malloc(sizeof(*own));
    *own = value;
    stream_submit(stream, NULL, run, own);
    return CUDA_SUCCESS;
}

#define VALUES(name, type, is_wide, run)                                                           \
    PAIR(name, _ptsz, (CUstream stream, CUdeviceptr address, type value, unsigned flags),          \
         (stream, address, value, flags)) {                                                        \
        return submit_value(stream, (struct value){(uint64_t *)address, value, flags, is_wide},    \
                            run);                                                                  \
    }
VALUES(cuStreamWriteValue32_v2, cuuint32_t, false, run_write)
VALUES(cuStreamWriteValue64_v2, cuuint64_t, true, run_write)
VALUES(cuStreamWaitValue32_v2, cuuint32_t, false, run_wait)
VALUES(cuStreamWaitValue64_v2, cuuint64_t, true, run_wait)

/* nodes of graphs, by their params */

struct work copy_work_of_memcpy(const CUDA_MEMCPY3D *params) {
    struct box *box = malloc(sizeof(*box));
    *box = box_3d(params);
    return (struct work){
        CU_GRAPH_NODE_TYPE_MEMCPY, run_box, box, sizeof(*box), params, sizeof(*params)};
}

struct work copy_work_of_memset(const CUDA_MEMSET_NODE_PARAMS *params) {
    struct set *set = malloc(sizeof(*set));
    *set = (struct set){(char *)params->dst, params->pitch, params->width,
                        params->height,      params->value, params->elementSize};
    return (struct work){
        CU_GRAPH_NODE_TYPE_MEMSET, run_set, set, sizeof(*set), params, sizeof(*params)};
}
