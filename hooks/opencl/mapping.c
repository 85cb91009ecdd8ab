/* mapping: memory that the host reads and writes between a map and its unmap. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "hooks/opencl/mapping.h"

#include "hooks/opencl/api.h"
#include "hooks/opencl/buffers.h"
#include "hooks/opencl/effects.h"
#include "report/base/lock.h"
#include "report/base/memory.h"
#include "report/base/table.h"

/* What was mapped to write. Maps of the same bytes have the same pointer, each its own unmap. */
struct map {
    struct map *next;
    uintptr_t pointer;
    struct order_access written; /* by the unmap */
};

LOCK_DEFINE(lock, LOCK_RUNTIME)
static struct map *maps;

static void keep(uintptr_t pointer, const struct order_access *written) {
    struct map *map = memory_alloc(sizeof(*map));
    if (!map)
        return;
    map->pointer = pointer;
    map->written = *written;
    lock_acquire(&lock);
    map->next = maps;
    maps = map;
    lock_release(&lock);
}

static bool take(uintptr_t pointer, struct order_access *written) {
    lock_acquire(&lock);
    struct map **at = &maps;
    while (*at && (*at)->pointer != pointer)
        at = &(*at)->next;
    struct map *map = *at;
    if (map)
        *at = map->next;
    lock_release(&lock);
    if (!map)
        return false;
    *written = map->written;
    memory_free(map, sizeof(*map));
    return true;
}

/* By CL_MAP_WRITE the program may write, by the other it leaves nothing of what was there. */
void mapping_began(struct opencl_call *call, uintptr_t pointer, const struct order_access *read) {
    cl_map_flags flags = opencl_argument(call, ARG_MAP_FLAGS);
    struct order_access written = *read;
    written.effect = flags & CL_MAP_WRITE_INVALIDATE_REGION ? ORDER_WRITE : ORDER_MAY_WRITE;
    if (!(flags & CL_MAP_WRITE_INVALIDATE_REGION))
        opencl_accesses(call, read, 1);
    if (flags & (CL_MAP_WRITE | CL_MAP_WRITE_INVALIDATE_REGION))
        keep(pointer, &written);
}

void mapping_mapped(struct opencl_call *call) {
    struct buffers_place place = {.at = opencl_argument(call, ARG_TO)};
    uintptr_t pointer = place.at;
    if (!pointer) {
        pointer = call->result;
        if (!buffers_find(opencl_argument(call, ARG_BUFFER), &place))
            return;
        place.at += opencl_argument(call, ARG_OFFSET);
    }
    const struct order_access read = {place.at, opencl_argument(call, ARG_SIZE), ORDER_READ, 0};
    mapping_began(call, pointer, &read);
}

void mapping_unmapped(struct opencl_call *call) {
    struct order_access written;
    if (take(opencl_argument(call, ARG_TO), &written))
        opencl_accesses(call, &written, 1);
}
