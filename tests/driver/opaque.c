/* opaque: textures and tensor maps, whose handles say nothing of the address, and launches of the
 * oldest API, whose parameters are set one by one. */
/* SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>
#include <string.h>

#include "tests/driver/driver.h"

/** Texture objects at once. */
#define TEXTURES 64
/** What is set of a kernel's parameters. */
#define MOST_BYTES 256

static CUDA_RESOURCE_DESC textures[TEXTURES];
static bool is_texture[TEXTURES];

ENTRY(cuTexObjectCreate,
      (CUtexObject * texture, const CUDA_RESOURCE_DESC *resource, const CUDA_TEXTURE_DESC *desc,
       const CUDA_RESOURCE_VIEW_DESC *view),
      (texture, resource, desc, view)) {
    CUresult result = CUDA_ERROR_OUT_OF_MEMORY;
    driver_lock();
    for (unsigned i = 0; i < TEXTURES && result != CUDA_SUCCESS; i++)
        if (!is_texture[i]) {
            is_texture[i] = true;
            textures[i] = *resource;
            *texture = i + 1;
            result = CUDA_SUCCESS;
        }
    driver_unlock();
    return result;
}

ENTRY(cuTexObjectDestroy, (CUtexObject texture), (texture)) {
    if (texture == 0 || texture > TEXTURES || !is_texture[texture - 1])
        return CUDA_ERROR_INVALID_HANDLE;
    is_texture[texture - 1] = false;
    return CUDA_SUCCESS;
}

/* No word of it is the address. */
static void encode(CUtensorMap *map, const void *address, unsigned rank) {
    memset(map, 0x5a, sizeof(*map));
    map->opaque[1] = ~(uint64_t)address;
    map->opaque[2] = rank;
}

ENTRY(cuTensorMapEncodeTiled,
      (CUtensorMap * map, CUtensorMapDataType type, cuuint32_t rank, void *address,
       const cuuint64_t *dims, const cuuint64_t *strides, const cuuint32_t *box,
       const cuuint32_t *element_strides, CUtensorMapInterleave interleave,
       CUtensorMapSwizzle swizzle, CUtensorMapL2promotion promotion, CUtensorMapFloatOOBfill fill),
      (map, type, rank, address, dims, strides, box, element_strides, interleave, swizzle,
       promotion, fill)) {
    encode(map, address, rank);
    return CUDA_SUCCESS;
}

ENTRY(cuTensorMapReplaceAddress, (CUtensorMap * map, void *address), (map, address)) {
    encode(map, address, (unsigned)map->opaque[2]);
    return CUDA_SUCCESS;
}

/* One kernel's parameters at a time are set here. */
static CUfunction set_for;
static char set_bytes[MOST_BYTES];
static size_t set_size;

static CUresult set(CUfunction function, int offset, const void *from, size_t size) {
    if (offset < 0 || offset + size > MOST_BYTES)
        return CUDA_ERROR_INVALID_VALUE;
    if (set_for != function)
        set_size = 0;
    set_for = function;
    memcpy(set_bytes + offset, from, size);
    set_size = offset + size > set_size ? offset + size : set_size;
    return CUDA_SUCCESS;
}

ENTRY(cuParamSetSize, (CUfunction function, unsigned size), (function, size)) {
    return size <= MOST_BYTES ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

ENTRY(cuParamSetv, (CUfunction function, int offset, void *from, unsigned size),
      (function, offset, from, size)) {
    return set(function, offset, from, size);
}

ENTRY(cuParamSeti, (CUfunction function, int offset, unsigned value), (function, offset, value)) {
    return set(function, offset, &value, sizeof(value));
}

ENTRY(cuFuncSetBlockShape, (CUfunction function, int x, int y, int z), (function, x, y, z)) {
    return CUDA_SUCCESS;
}

static CUresult launch(CUfunction function, CUstream stream) {
    void *extra[] = {CU_LAUNCH_PARAM_BUFFER_POINTER, set_bytes, CU_LAUNCH_PARAM_BUFFER_SIZE,
                     &set_size, CU_LAUNCH_PARAM_END};
    if (set_for != function)
        return CUDA_ERROR_INVALID_VALUE;
    return cuLaunchKernel(function, 1, 1, 1, 1, 1, 1, 0, stream, NULL, extra);
}

ENTRY(cuLaunch, (CUfunction function), (function)) {
    return launch(function, NULL);
}

ENTRY(cuLaunchGrid, (CUfunction function, int width, int height), (function, width, height)) {
    return launch(function, NULL);
}

ENTRY(cuLaunchGridAsync, (CUfunction function, int width, int height, CUstream stream),
      (function, width, height, stream)) {
    return launch(function, stream);
}
