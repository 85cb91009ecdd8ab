/* counts: references to objects of OpenCL, as programs take them and give them back: the runtime's
 * own counts hold what it needs itself, each in its way.
 *
 * Each kind of object has a table of its own, of structs that begin with a struct count. Who asks
 * for an object has a reference to it, as OpenCL wants it: so it is found without a lock, and read
 * where it is; what programs ask for after they gave it back may be any other one of its kind.
 * Locks: LOCK_RUNTIME, inside. Memory: the arena; what it has no room for is not known. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef HOOKS_OPENCL_COUNTS_H
#define HOOKS_OPENCL_COUNTS_H

#include <stdatomic.h>

#include "report/base/base.h"
#include "report/base/table.h"

struct count {
    UT_hash_handle hh;
    uintptr_t handle;
    unsigned n;
};

#define COUNTS_LATELY 16

struct counts {
    struct count *by_handle;
    size_t size;                                   /* of one */
    _Atomic(struct count *) lately[COUNTS_LATELY]; /* asked for, by what of the handle is mixed */
};

/** A new object with one reference, in place of an older one of this handle; a copy of *made. */
void counts_add(struct counts *counts, uintptr_t handle, const struct count *made);
/** The object, as long as the program has a reference; NULL: not known. */
struct count *counts_find(struct counts *counts, uintptr_t handle);
/** One more reference. */
void counts_retain(struct counts *counts, uintptr_t handle);
/** One less; true: it was the last one, *last is what the object was. */
bool counts_release(struct counts *counts, uintptr_t handle, struct count *last);

#endif
