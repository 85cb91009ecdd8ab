/* counts: references to objects of OpenCL, as programs take them and give them back: the runtime's
 * own counts hold what it needs itself, each in its way.
 *
 * Each kind of object has a table of its own, of structs that begin with a struct count. Locks:
 * LOCK_RUNTIME, inside. Memory: the arena; an object that it has no room for is not known. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef HOOKS_OPENCL_COUNTS_H
#define HOOKS_OPENCL_COUNTS_H

#include "report/base/base.h"
#include "report/base/table.h"

struct count {
    UT_hash_handle hh;
    uintptr_t handle;
    unsigned n;
};

struct counts {
    struct count *by_handle;
    size_t size; /* of one */
};

/** A new object with one reference, in place of an older one of this handle; a copy of *made. */
void counts_add(struct counts *counts, uintptr_t handle, const struct count *made);
/** A copy of it to *found; false: not known. */
bool counts_find(struct counts *counts, uintptr_t handle, struct count *found);
/** One more reference. */
void counts_retain(struct counts *counts, uintptr_t handle);
/** One less; true: it was the last one, *last is what the object was. */
bool counts_release(struct counts *counts, uintptr_t handle, struct count *last);

#endif
