/* launch: kernels with the arguments that were set: each that is a buffer, or points to memory that
 * we know, is an access. */
/* SPDX-License-Identifier: Apache-2.0 */

#include "hooks/opencl/api.h"
#include "hooks/opencl/buffers.h"
#include "hooks/opencl/counts.h"
#include "hooks/opencl/effects.h"
#include "hooks/opencl/query.h"
#include "tracker/memory.h"

/** Arguments of a kernel, and pointers that it is told of besides, as many as are looked at. */
#define MOST 64

enum constness { NOT_ASKED, IS_CONSTANT, IS_NOT };

struct argument {
    uintptr_t value;           /* 0: no handle and no pointer */
    _Atomic uint8_t constness; /* asked once */
};

/* An argument stays as it is set until it is set again, by one thread at a time. */
struct kernel {
    struct count count;
    unsigned n, n_pointers;
    struct argument arguments[MOST];
    uintptr_t pointers[MOST];
};

static struct counts kernels = {.size = sizeof(struct kernel)};

static struct kernel *find(uintptr_t handle) {
    return (struct kernel *)counts_find(&kernels, handle);
}

/* NULL without memory. */
static struct kernel *meet(uintptr_t handle) {
    static const struct kernel new;
    struct kernel *kernel = find(handle);
    if (LIKELY(kernel != NULL))
        return kernel;
    counts_add(&kernels, handle, &new.count);
    return find(handle);
}

/* The handle may have been another kernel's. */
void launch_created(struct opencl_call *call) {
    static const struct kernel new;
    counts_add(&kernels, call->result, &new.count);
}

void launch_cloned(struct opencl_call *call) {
    const struct kernel *like = find(opencl_argument(call, ARG_KERNEL));
    launch_created(call);
    struct kernel *kernel = find(call->result);
    if (!like || !kernel)
        return;
    kernel->n = like->n;
    kernel->n_pointers = like->n_pointers;
    memcpy(kernel->arguments, like->arguments, sizeof(like->arguments));
    memcpy(kernel->pointers, like->pointers, sizeof(like->pointers));
}

void launch_retained(struct opencl_call *call) {
    meet(opencl_argument(call, ARG_KERNEL));
    counts_retain(&kernels, opencl_argument(call, ARG_KERNEL));
}

void launch_release(struct opencl_call *call) {
    struct kernel last;
    counts_release(&kernels, opencl_argument(call, ARG_KERNEL), &last.count);
}

static void set(const struct opencl_call *call, uintptr_t value) {
    unsigned index = (unsigned)opencl_argument(call, ARG_INDEX);
    struct kernel *kernel = index < MOST ? meet(opencl_argument(call, ARG_KERNEL)) : NULL;
    if (!kernel)
        return;
    kernel->arguments[index].value = value;
    kernel->n = kernel->n > index ? kernel->n : index + 1;
}

/* Any word may be a handle: what it is shows when the kernel is launched. Without bytes it is local
 * memory. */
void launch_argument(struct opencl_call *call) {
    const void *from = (const void *)opencl_argument(call, ARG_FROM);
    uintptr_t value = 0;
    if (from && opencl_argument(call, ARG_SIZE) == sizeof(value))
        memcpy(&value, from, sizeof(value));
    set(call, value);
}

void launch_pointer(struct opencl_call *call) {
    set(call, opencl_argument(call, ARG_FROM));
}

/* The list takes the place of an older one. */
void launch_pointers(struct opencl_call *call) {
    cl_kernel_exec_info what = (cl_kernel_exec_info)opencl_argument(call, ARG_KERNEL_INFO);
    size_t n = opencl_argument(call, ARG_SIZE) / sizeof(uintptr_t);
    if (what != CL_KERNEL_EXEC_INFO_SVM_PTRS && what != CL_KERNEL_EXEC_INFO_USM_PTRS_INTEL)
        return;
    struct kernel *kernel = meet(opencl_argument(call, ARG_KERNEL));
    if (!kernel)
        return;
    kernel->n_pointers = n < MOST ? (unsigned)n : MOST;
    memcpy(kernel->pointers, (const void *)opencl_argument(call, ARG_FROM),
           kernel->n_pointers * sizeof(uintptr_t));
}

static bool is_constant(struct kernel *kernel, unsigned i) {
    _Atomic uint8_t *constness = &kernel->arguments[i].constness;
    if (atomic_load_explicit(constness, memory_order_relaxed) == NOT_ASKED)
        atomic_store_explicit(constness,
                              query_is_constant(kernel->count.handle, i) ? IS_CONSTANT : IS_NOT,
                              memory_order_relaxed);
    return atomic_load_explicit(constness, memory_order_relaxed) == IS_CONSTANT;
}

/* Where its bytes end the runtime knows of a buffer; of a pointer it is the array that says so. */
static bool find_access(struct kernel *kernel, unsigned i, struct order_access *access) {
    uintptr_t value = kernel->arguments[i].value;
    struct buffers_place place = {0};
    if (!value || (!buffers_find(value, &place) && !memory_is_watched(value)))
        return false;
    bool reads = place.is_read_only || is_constant(kernel, i);
    *access = (struct order_access){place.at ? place.at : value, place.size,
                                    reads ? ORDER_READ : ORDER_MAY_WRITE, ORDER_KERNEL};
    return true;
}

void launch_put(struct opencl_call *call) {
    struct order_access accesses[2 * MOST];
    struct kernel *kernel = find(opencl_argument(call, ARG_KERNEL));
    unsigned n = 0;
    for (unsigned i = 0; kernel && i < kernel->n && i < MOST; i++)
        n += find_access(kernel, i, &accesses[n]);
    if (n)
        opencl_locate(call); /* all that was found is tracked */
    for (unsigned i = 0; kernel && i < kernel->n_pointers && i < MOST; i++)
        accesses[n++] =
            (struct order_access){kernel->pointers[i], 0, ORDER_MAY_WRITE, ORDER_KERNEL};
    opencl_accesses(call, accesses, n);
}

void launch_native(struct opencl_call *call) {
    const cl_mem *objects = (const cl_mem *)opencl_argument(call, ARG_BUFFERS);
    struct buffers_place place;
    for (unsigned i = 0; objects && i < (unsigned)opencl_argument(call, ARG_N_MEMORY); i++) {
        if (!buffers_find((uintptr_t)objects[i], &place))
            continue;
        const struct order_access access = {
            place.at, place.size, place.is_read_only ? ORDER_READ : ORDER_MAY_WRITE, ORDER_KERNEL};
        opencl_accesses(call, &access, 1);
    }
}
