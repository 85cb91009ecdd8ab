/* memory: allocations of the software driver. Included by driver.h. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TESTS_DRIVER_MEMORY_H
#define TESTS_DRIVER_MEMORY_H

#include "tests/driver/driver.h"

struct alloc {
    uintptr_t base;
    size_t size, room;
    CUmemorytype type;
    bool is_managed, is_registered, is_live;
    unsigned sync_memops;
    uint64_t id;
    CUcontext context; /* NULL: of no context */
    int device;
    CUmemoryPool pool;
    struct point freed; /* where a stream gave it back */
};

/** Copies what is known of the allocation that holds an address; false: pageable host memory. */
bool memory_find(uintptr_t address, struct alloc *alloc);
/** The kind of memory, for the counts: host, device. */
bool memory_is_device(uintptr_t address);
void memory_end_context(CUcontext context);
/** Node allocations of a graph. */
CUresult memory_take(size_t size, CUmemoryPool pool, struct point *after, uintptr_t *address);
void memory_give(uintptr_t address, struct point at);

#endif
