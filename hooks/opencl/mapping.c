/* mapping: memory that the host reads and writes between a map and its unmap. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "hooks/opencl/mapping.h"

#include "hooks/opencl/api.h"
#include "hooks/opencl/buffers.h"
#include "hooks/opencl/effects.h"
#include "report/base/lock.h"
#include "report/base/memory.h"
#include "report/base/table.h"
#include "report/base/thread.h"
#include "tracker/memory.h"

/* What was mapped to write. Maps of the same bytes have the same pointer, each its own unmap. */
struct map {
    struct map *next;
    uintptr_t pointer;
    struct order_access written; /* by the unmap */
    uint64_t began_ns;
};

LOCK_DEFINE(lock, LOCK_RUNTIME)
static struct map *maps;

static void keep(uintptr_t pointer, const struct order_access *written) {
    struct map *map = memory_alloc(sizeof(*map));
    if (!map)
        return;
    map->pointer = pointer;
    map->written = *written;
    map->began_ns = thread_clock_ns();
    lock_acquire(&lock);
    map->next = maps;
    maps = map;
    lock_release(&lock);
}

/* What is handed over while the program may write it still, it does write. */
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
    if (memory_is_held_since(written->at, written->size, map->began_ns))
        written->effect = ORDER_WRITE;
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

/* Shown elsewhere than they lie, the bytes are there once the command is done. */
static void appear(struct opencl_call *call, uintptr_t pointer, uint64_t size) {
    const struct order_access shown = {pointer, size, ORDER_WRITE, ORDER_LATER};
    bool is_read =
        (cl_map_flags)opencl_argument(call, ARG_MAP_FLAGS) & (CL_MAP_READ | CL_MAP_WRITE);
    if (is_read && !(cl_bool)opencl_argument(call, ARG_BLOCKING) &&
        !memory_is_tracked(pointer, size))
        opencl_accesses(call, &shown, 1);
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
    if (pointer != place.at)
        appear(call, pointer, read.size);
    mapping_began(call, pointer, &read);
}

void mapping_unmapped(struct opencl_call *call) {
    struct order_access written;
    if (take(opencl_argument(call, ARG_TO), &written))
        opencl_accesses(call, &written, 1);
}
