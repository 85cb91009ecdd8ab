/* opaque: tables of texture objects and tensor maps, by their handles and bytes. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "hooks/cuda/opaque.h"

#include <cuda.h>
#include <stdatomic.h>

#include "hooks/cuda/effects.h"
#include "report/base/lock.h"
#include "report/base/memory.h"
#include "report/base/table.h"
#include "tracker/memory.h"

/** Tensor maps are never destroyed: so many of the last ones are known. */
#define MOST_MAPS 1024

struct texture {
    UT_hash_handle hh;
    uint64_t handle;
    struct order_access access;
};

struct map {
    UT_hash_handle hh;
    CUtensorMap bytes;
    uintptr_t at;
};

static struct texture *textures;
static struct map *maps; /* the oldest first */
static _Atomic unsigned n_textures, n_maps;
LOCK_DEFINE(lock, LOCK_RUNTIME)

/* Fetches only read. */
static struct order_access access_of(const CUDA_RESOURCE_DESC *desc) {
    struct order_access access = {.effect = ORDER_READ, .flags = ORDER_KERNEL};
    if (desc->resType == CU_RESOURCE_TYPE_LINEAR) {
        access.at = desc->res.linear.devPtr;
        access.size = desc->res.linear.sizeInBytes;
    } else if (desc->resType == CU_RESOURCE_TYPE_PITCH2D) {
        access.at = desc->res.pitch2D.devPtr;
        access.size = desc->res.pitch2D.pitchInBytes * desc->res.pitch2D.height;
    }
    return access;
}

static struct texture *take_texture(uint64_t handle) {
    struct texture *texture;
    HASH_FIND(hh, textures, &handle, sizeof(handle), texture);
    if (texture) {
        HASH_DELETE(hh, textures, texture);
        atomic_fetch_sub(&n_textures, 1);
    }
    return texture;
}

void opaque_texture_made(struct cuda_call *call) {
    const CUtexObject *made = (const CUtexObject *)cuda_argument(call, ARG_NEW_TEXTURE);
    const CUDA_RESOURCE_DESC *desc = (const CUDA_RESOURCE_DESC *)cuda_argument(call, ARG_RESOURCE);
    struct order_access access = access_of(desc);
    struct texture *texture = access.at ? memory_alloc(sizeof(*texture)) : NULL;
    if (!texture)
        return;
    *texture = (struct texture){.handle = *made, .access = access};
    lock_acquire(&lock);
    struct texture *old = take_texture(*made);
    HASH_ADD(hh, textures, handle, sizeof(texture->handle), texture);
    bool is_kept = texture->hh.tbl;
    atomic_fetch_add(&n_textures, is_kept);
    lock_release(&lock);
    memory_free(old, sizeof(*old));
    if (!is_kept)
        memory_free(texture, sizeof(*texture));
}

/* Before: the handle may come again as soon as the call is made. */
void opaque_texture_destroy(struct cuda_call *call) {
    lock_acquire(&lock);
    struct texture *texture = take_texture(cuda_argument(call, ARG_TEXTURE));
    lock_release(&lock);
    memory_free(texture, sizeof(*texture));
}

static struct map *take_map(const CUtensorMap *bytes) {
    struct map *map;
    HASH_FIND(hh, maps, bytes, sizeof(*bytes), map);
    if (!map && atomic_load(&n_maps) >= MOST_MAPS)
        map = maps;
    if (map) {
        HASH_DELETE(hh, maps, map);
        atomic_fetch_sub(&n_maps, 1);
    }
    return map;
}

/* Encoded, or given another address: either way the bytes are new. */
void opaque_map_made(struct cuda_call *call) {
    struct map *map = memory_alloc(sizeof(*map));
    if (!map)
        return;
    *map = (struct map){.bytes = *(const CUtensorMap *)cuda_argument(call, ARG_MAP),
                        .at = cuda_argument(call, ARG_TO)};
    lock_acquire(&lock);
    struct map *old = take_map(&map->bytes);
    HASH_ADD(hh, maps, bytes, sizeof(map->bytes), map);
    bool is_kept = map->hh.tbl;
    atomic_fetch_add(&n_maps, is_kept);
    lock_release(&lock);
    memory_free(old, sizeof(*old));
    if (!is_kept)
        memory_free(map, sizeof(*map));
}

static bool find_texture(uint64_t handle, struct order_access *access) {
    struct texture *texture;
    lock_acquire(&lock);
    HASH_FIND(hh, textures, &handle, sizeof(handle), texture);
    if (texture)
        *access = texture->access;
    lock_release(&lock);
    return texture;
}

/* A kernel loads by it, or stores. */
static bool find_map(const char *bytes, struct order_access *access) {
    struct map *map;
    CUtensorMap key;
    memcpy(&key, bytes, sizeof(key));
    lock_acquire(&lock);
    HASH_FIND(hh, maps, &key, sizeof(key), map);
    if (map)
        *access = (struct order_access){map->at, 0, ORDER_MAY_WRITE, ORDER_KERNEL};
    lock_release(&lock);
    return map;
}

unsigned opaque_reached(const char *bytes, size_t size, struct order_access *accesses,
                        unsigned most) {
    unsigned n = 0;
    uint64_t handle;
    for (size_t at = 0; atomic_load(&n_textures) && at + sizeof(handle) <= size && n < most;
         at += sizeof(handle)) {
        memcpy(&handle, bytes + at, sizeof(handle));
        n += find_texture(handle, &accesses[n]) && memory_is_watched(accesses[n].at);
    }
    for (size_t at = 0; atomic_load(&n_maps) && at + sizeof(CUtensorMap) <= size && n < most;
         at += _Alignof(CUtensorMap))
        n += find_map(bytes + at, &accesses[n]) && memory_is_watched(accesses[n].at);
    return n;
}
