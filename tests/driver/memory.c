/* memory: allocations of every kind; all are memory of the host, between pages that fault. */
/* SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "tests/driver/driver.h"

#define PAGE     ((size_t)4096)
#define ALIGN    ((size_t)256)
#define MOST     ((size_t)64 << 30) /* beyond it the devices are full */
#define FILL_TOP ((size_t)64 << 20)
#define FRESH    0xa5
#define FREED    0x5a

/* By address, dead ones too: a dead one is used again for the same size. */
static struct alloc *allocs;
static size_t n_allocs, room, n_live_bytes;
static uint64_t last_id;
static bool free_waits;

struct CUmemPoolHandle_st {
    int device;
    cuuint64_t threshold;
    int reuse[4];
    bool is_alive;
};

/* The first allocation above an address. */
static size_t above(uintptr_t address) {
    size_t low = 0, high = n_allocs;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (allocs[middle].base <= address)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static struct alloc *find(uintptr_t address) {
    size_t i = above(address);
    if (i == 0 || address - allocs[i - 1].base >= allocs[i - 1].size || !allocs[i - 1].is_live)
        return NULL;
    return &allocs[i - 1];
}

bool memory_find(uintptr_t address, struct alloc *alloc) {
    driver_lock();
    const struct alloc *found = find(address);
    if (found)
        *alloc = *found;
    driver_unlock();
    return found != NULL;
}

bool memory_is_device(uintptr_t address) {
    struct alloc alloc;
    return memory_find(address, &alloc) && alloc.type == CU_MEMORYTYPE_DEVICE;
}

static struct alloc *insert(const struct alloc *alloc) {
    if (n_allocs == room) {
        room = room ? room * 2 : 256;
        allocs = realloc(allocs, room * sizeof(*allocs));
    }
    size_t i = above(alloc->base);
    memmove(&allocs[i + 1], &allocs[i], (n_allocs++ - i) * sizeof(*allocs));
    allocs[i] = *alloc;
    return &allocs[i];
}

/* Dead, of the same room and kind: the one given back last. */
static struct alloc *recycle(size_t bytes, bool is_pool) {
    struct alloc *best = NULL;
    for (size_t i = 0; i < n_allocs; i++) {
        struct alloc *alloc = &allocs[i];
        if (!alloc->is_live && !alloc->is_registered && alloc->room == bytes &&
            (alloc->pool != NULL) == is_pool && (!best || alloc->id > best->id))
            best = alloc;
    }
    return best;
}

/* The lock is held. */
static struct alloc *take(size_t size, CUmemorytype type, CUmemoryPool pool) {
    size_t bytes = (size + ALIGN - 1) / ALIGN * ALIGN;
    if (size == 0 || bytes > MOST - n_live_bytes)
        return NULL;
    struct alloc *alloc = recycle(bytes, pool != NULL);
    if (!alloc) {
        size_t pages = (bytes + PAGE - 1) / PAGE * PAGE;
        char *base = mmap(NULL, pages + PAGE, PROT_READ | PROT_WRITE,
                          MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (base == MAP_FAILED)
            return NULL;
        mprotect(base + pages, PAGE, PROT_NONE);
        alloc = insert(&(struct alloc){.base = (uintptr_t)base, .room = bytes});
    }
    struct point freed = alloc->freed;
    *alloc = (struct alloc){.base = alloc->base, .size = size, .room = bytes, .type = type};
    alloc->is_live = true;
    alloc->id = ++last_id;
    alloc->pool = pool;
    alloc->freed = freed;
    n_live_bytes += bytes;
    return alloc;
}

static void fill(uintptr_t base, size_t size, int pattern) {
    memset((void *)base, pattern, size < FILL_TOP ? size : FILL_TOP);
}

static CUresult allocate(uintptr_t *address, size_t size, CUmemorytype type, bool is_managed) {
    CUcontext context = driver_context();
    if (!context)
        return CUDA_ERROR_INVALID_CONTEXT;
    /* No bytes of the host are had for nothing; of a device they are none. */
    *address = 0;
    if (!size)
        return type == CU_MEMORYTYPE_HOST ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
    driver_lock();
    struct alloc *alloc = take(size, type, NULL);
    if (alloc) {
        alloc->context = context;
        alloc->device = context->device->ordinal;
        alloc->is_managed = is_managed;
        fill(*address = alloc->base, size, FRESH);
    }
    driver_unlock();
    return alloc ? CUDA_SUCCESS : CUDA_ERROR_OUT_OF_MEMORY;
}

ENTRY(cuMemAlloc_v2, (CUdeviceptr * pointer, size_t size), (pointer, size)) {
    return allocate((uintptr_t *)pointer, size, CU_MEMORYTYPE_DEVICE, false);
}

ENTRY(cuMemAllocPitch_v2,
      (CUdeviceptr * pointer, size_t *pitch, size_t width, size_t height, unsigned element),
      (pointer, pitch, width, height, element)) {
    *pitch = (width + 511) / 512 * 512;
    return allocate((uintptr_t *)pointer, *pitch * height, CU_MEMORYTYPE_DEVICE, false);
}

ENTRY(cuMemAllocManaged, (CUdeviceptr * pointer, size_t size, unsigned flags),
      (pointer, size, flags)) {
    return allocate((uintptr_t *)pointer, size, CU_MEMORYTYPE_DEVICE, true);
}

ENTRY(cuMemAllocHost_v2, (void **pointer, size_t size), (pointer, size)) {
    return allocate((uintptr_t *)pointer, size, CU_MEMORYTYPE_HOST, false);
}

ENTRY(cuMemHostAlloc, (void **pointer, size_t size, unsigned flags), (pointer, size, flags)) {
    return allocate((uintptr_t *)pointer, size, CU_MEMORYTYPE_HOST, false);
}

/* The lock is held. */
static void bury(struct alloc *alloc) {
    alloc->is_live = false;
    alloc->id = ++last_id;
    n_live_bytes -= alloc->room;
    if (!alloc->is_registered)
        fill(alloc->base, alloc->size, FREED);
}

static CUresult give_back(uintptr_t address, CUmemorytype type, bool is_registered) {
    struct alloc found;
    if (!memory_find(address, &found) || found.base != address || found.type != type ||
        found.is_registered != is_registered)
        return CUDA_ERROR_INVALID_VALUE;
    if (free_waits && driver_context())
        stream_wait_context(driver_context());
    driver_lock();
    bury(find(address));
    driver_unlock();
    return CUDA_SUCCESS;
}

void driver_free_waits(int waits) {
    free_waits = waits != 0;
}

ENTRY(cuMemFree_v2, (CUdeviceptr pointer), (pointer)) {
    return pointer ? give_back(pointer, CU_MEMORYTYPE_DEVICE, false) : CUDA_SUCCESS;
}

ENTRY(cuMemFreeHost, (void *pointer), (pointer)) {
    return pointer ? give_back((uintptr_t)pointer, CU_MEMORYTYPE_HOST, false) : CUDA_SUCCESS;
}

ENTRY(cuMemHostRegister_v2, (void *pointer, size_t size, unsigned flags), (pointer, size, flags)) {
    if (!driver_context() || !pointer || !size)
        return CUDA_ERROR_INVALID_VALUE;
    driver_lock();
    bool is_known = find((uintptr_t)pointer) != NULL;
    size_t i = above((uintptr_t)pointer);
    struct alloc *alloc = i && allocs[i - 1].base == (uintptr_t)pointer ? &allocs[i - 1] : NULL;
    if (!is_known) {
        struct alloc made = {.base = (uintptr_t)pointer, .size = size, .type = CU_MEMORYTYPE_HOST};
        made.is_registered = made.is_live = true;
        made.context = driver_context();
        made.id = ++last_id;
        if (alloc)
            *alloc = made;
        else
            insert(&made);
    }
    driver_unlock();
    return is_known ? CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED : CUDA_SUCCESS;
}

ENTRY(cuMemHostUnregister, (void *pointer), (pointer)) {
    CUresult result = give_back((uintptr_t)pointer, CU_MEMORYTYPE_HOST, true);
    return result == CUDA_SUCCESS ? result : CUDA_ERROR_HOST_MEMORY_NOT_REGISTERED;
}

ENTRY(cuMemHostGetDevicePointer_v2, (CUdeviceptr * pointer, void *host, unsigned flags),
      (pointer, host, flags)) {
    *pointer = (CUdeviceptr)host;
    struct alloc alloc;
    return memory_find((uintptr_t)host, &alloc) ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

/* pools */

static CUmemoryPool make_pool(int device) {
    CUmemoryPool pool = calloc(1, sizeof(*pool));
    *pool = (struct CUmemPoolHandle_st){.device = device, .is_alive = true};
    return pool;
}

ENTRY(cuDeviceGetDefaultMemPool, (CUmemoryPool * pool, CUdevice device), (pool, device)) {
    if (device < 0 || device >= N_DEVICES)
        return CUDA_ERROR_INVALID_DEVICE;
    struct device *self = &driver_devices[device];
    driver_lock();
    if (!self->pool)
        self->pool = make_pool(device);
    driver_unlock();
    *pool = self->pool;
    return CUDA_SUCCESS;
}

ENTRY(cuDeviceGetMemPool, (CUmemoryPool * pool, CUdevice device), (pool, device)) {
    CUresult result = body_of_cuDeviceGetDefaultMemPool(pool, device);
    if (result == CUDA_SUCCESS && driver_devices[device].chosen)
        *pool = driver_devices[device].chosen;
    return result;
}

ENTRY(cuDeviceSetMemPool, (CUdevice device, CUmemoryPool pool), (device, pool)) {
    if (device < 0 || device >= N_DEVICES)
        return CUDA_ERROR_INVALID_DEVICE;
    driver_devices[device].chosen = pool;
    return CUDA_SUCCESS;
}

ENTRY(cuMemPoolCreate, (CUmemoryPool * pool, const CUmemPoolProps *props), (pool, props)) {
    *pool = make_pool(props->location.id);
    return CUDA_SUCCESS;
}

ENTRY(cuMemPoolDestroy, (CUmemoryPool pool), (pool)) {
    pool->is_alive = false;
    return CUDA_SUCCESS;
}

ENTRY(cuMemPoolTrimTo, (CUmemoryPool pool, size_t keep), (pool, keep)) {
    return CUDA_SUCCESS;
}

ENTRY(cuMemPoolSetAccess, (CUmemoryPool pool, const CUmemAccessDesc *map, size_t n),
      (pool, map, n)) {
    return CUDA_SUCCESS;
}

ENTRY(cuMemPoolSetAttribute, (CUmemoryPool pool, CUmemPool_attribute attribute, void *value),
      (pool, attribute, value)) {
    if (attribute == CU_MEMPOOL_ATTR_RELEASE_THRESHOLD)
        pool->threshold = *(cuuint64_t *)value;
    else if (attribute <= CU_MEMPOOL_ATTR_REUSE_ALLOW_INTERNAL_DEPENDENCIES)
        pool->reuse[attribute] = *(int *)value;
    return CUDA_SUCCESS;
}

ENTRY(cuMemPoolGetAttribute, (CUmemoryPool pool, CUmemPool_attribute attribute, void *value),
      (pool, attribute, value)) {
    if (attribute <= CU_MEMPOOL_ATTR_REUSE_ALLOW_INTERNAL_DEPENDENCIES)
        *(int *)value = pool->reuse[attribute];
    else
        *(cuuint64_t *)value =
            attribute == CU_MEMPOOL_ATTR_RELEASE_THRESHOLD ? pool->threshold : n_live_bytes;
    return CUDA_SUCCESS;
}

CUresult memory_take(size_t size, CUmemoryPool pool, struct point *after, uintptr_t *address) {
    driver_lock();
    struct alloc *alloc = take(size, CU_MEMORYTYPE_DEVICE, pool);
    if (alloc) {
        alloc->device = pool->device;
        *after = alloc->freed;
        *address = alloc->base;
    }
    driver_unlock();
    return alloc ? CUDA_SUCCESS : CUDA_ERROR_OUT_OF_MEMORY;
}

void memory_give(uintptr_t address, struct point at) {
    driver_lock();
    struct alloc *alloc = find(address);
    if (alloc) {
        alloc->is_live = false;
        alloc->id = ++last_id;
        alloc->freed = at;
        n_live_bytes -= alloc->room;
    }
    driver_unlock();
}

void memory_end_context(CUcontext context) {
    driver_lock();
    for (size_t i = 0; i < n_allocs; i++)
        if (allocs[i].is_live && allocs[i].context == context)
            bury(&allocs[i]);
    driver_unlock();
}

struct filling {
    uintptr_t base;
    size_t size;
    int pattern;
};

static void run_filling(void *data) {
    const struct filling *filling = data;
    fill(filling->base, filling->size, filling->pattern);
}

static CUresult allocate_async(CUdeviceptr *pointer, size_t size, CUmemoryPool pool,
                               CUstream handle) {
    struct stream *stream = stream_of(handle);
    struct point after;
    uintptr_t address;
    if (!stream)
        return CUDA_ERROR_INVALID_HANDLE;
    if (!pool)
        body_of_cuDeviceGetMemPool(&pool, stream_context(stream)->device->ordinal);
    CUresult result = memory_take(size, pool, &after, &address);
    if (result != CUDA_SUCCESS)
        return result;
    struct filling *filling = malloc(sizeof(*filling));
    *filling = (struct filling){address, size, FRESH};
    stream_submit(stream, &after, run_filling, filling);
    *pointer = address;
    return CUDA_SUCCESS;
}

PAIR(cuMemAllocAsync, _ptsz, (CUdeviceptr * pointer, size_t size, CUstream stream),
     (pointer, size, stream)) {
    return allocate_async(pointer, size, NULL, stream);
}

PAIR(cuMemAllocFromPoolAsync, _ptsz,
     (CUdeviceptr * pointer, size_t size, CUmemoryPool pool, CUstream stream),
     (pointer, size, pool, stream)) {
    return allocate_async(pointer, size, pool, stream);
}

PAIR(cuMemFreeAsync, _ptsz, (CUdeviceptr pointer, CUstream handle), (pointer, handle)) {
    struct stream *stream = stream_of(handle);
    struct alloc alloc;
    if (!stream)
        return CUDA_ERROR_INVALID_HANDLE;
    if (!memory_find(pointer, &alloc) || alloc.base != pointer)
        return CUDA_ERROR_INVALID_VALUE;
    struct filling *filling = malloc(sizeof(*filling));
    *filling = (struct filling){pointer, alloc.size, FREED};
    memory_give(pointer, stream_submit(stream, NULL, run_filling, filling));
    return CUDA_SUCCESS;
}

/* what is known of a pointer */

ENTRY(cuMemGetInfo_v2, (size_t * n_free, size_t *total), (n_free, total)) {
    *total = (size_t)4 << 30;
    *n_free = n_live_bytes < *total ? *total - n_live_bytes : 0;
    return CUDA_SUCCESS;
}

ENTRY(cuMemGetAddressRange_v2, (CUdeviceptr * base, size_t *size, CUdeviceptr pointer),
      (base, size, pointer)) {
    struct alloc alloc;
    if (!memory_find(pointer, &alloc))
        return CUDA_ERROR_NOT_FOUND;
    if (base)
        *base = alloc.base;
    if (size)
        *size = alloc.size;
    return CUDA_SUCCESS;
}

static CUresult attribute_of(const struct alloc *alloc, CUpointer_attribute attribute,
                             CUdeviceptr pointer, void *value) {
    switch ((int)attribute) {
    case CU_POINTER_ATTRIBUTE_CONTEXT:
        *(CUcontext *)value = alloc->context;
        return CUDA_SUCCESS;
    case CU_POINTER_ATTRIBUTE_MEMORY_TYPE:
        *(unsigned *)value = alloc->type;
        return CUDA_SUCCESS;
    case CU_POINTER_ATTRIBUTE_DEVICE_POINTER:
    case CU_POINTER_ATTRIBUTE_HOST_POINTER:
        *(CUdeviceptr *)value = pointer;
        return attribute == CU_POINTER_ATTRIBUTE_HOST_POINTER && !alloc->is_managed &&
                       alloc->type == CU_MEMORYTYPE_DEVICE
                   ? CUDA_ERROR_INVALID_VALUE
                   : CUDA_SUCCESS;
    case CU_POINTER_ATTRIBUTE_SYNC_MEMOPS:
        *(unsigned *)value = alloc->sync_memops;
        return CUDA_SUCCESS;
    case CU_POINTER_ATTRIBUTE_BUFFER_ID:
        *(unsigned long long *)value = alloc->id;
        return CUDA_SUCCESS;
    case CU_POINTER_ATTRIBUTE_IS_MANAGED:
        *(unsigned *)value = alloc->is_managed;
        return CUDA_SUCCESS;
    case CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL:
        *(int *)value = alloc->device;
        return CUDA_SUCCESS;
    case CU_POINTER_ATTRIBUTE_RANGE_START_ADDR:
        *(CUdeviceptr *)value = alloc->base;
        return CUDA_SUCCESS;
    case CU_POINTER_ATTRIBUTE_RANGE_SIZE:
        *(size_t *)value = alloc->size;
        return CUDA_SUCCESS;
    case CU_POINTER_ATTRIBUTE_MEMPOOL_HANDLE:
        *(CUmemoryPool *)value = alloc->pool;
        return CUDA_SUCCESS;
    case CU_POINTER_ATTRIBUTE_MAPPED:
        *(unsigned char *)value = 1;
        return CUDA_SUCCESS;
    }
    return CUDA_ERROR_NOT_SUPPORTED;
}

ENTRY(cuPointerGetAttribute, (void *value, CUpointer_attribute attribute, CUdeviceptr pointer),
      (value, attribute, pointer)) {
    struct alloc alloc;
    if (!memory_find(pointer, &alloc))
        return CUDA_ERROR_INVALID_VALUE;
    return attribute_of(&alloc, attribute, pointer, value);
}

/* Of memory it does not know all attributes are zero: no error. */
ENTRY(cuPointerGetAttributes,
      (unsigned n, CUpointer_attribute *attributes, void **values, CUdeviceptr pointer),
      (n, attributes, values, pointer)) {
    struct alloc alloc;
    bool is_known = memory_find(pointer, &alloc);
    for (unsigned i = 0; i < n; i++) {
        *(unsigned *)values[i] = 0;
        if (is_known)
            attribute_of(&alloc, attributes[i], pointer, values[i]);
        else if (attributes[i] == CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL)
            *(int *)values[i] = -2;
        else if (attributes[i] == CU_POINTER_ATTRIBUTE_CONTEXT)
            *(CUcontext *)values[i] = NULL;
    }
    return CUDA_SUCCESS;
}

ENTRY(cuPointerSetAttribute,
      (const void *value, CUpointer_attribute attribute, CUdeviceptr pointer),
      (value, attribute, pointer)) {
    driver_lock();
    struct alloc *alloc = find(pointer);
    if (alloc && attribute == CU_POINTER_ATTRIBUTE_SYNC_MEMOPS)
        alloc->sync_memops = *(const unsigned *)value;
    driver_unlock();
    return alloc ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}
