/* launch: kernels with the arguments that were set: each that is a buffer, or points to memory that
 * we know, is an access. */
/* SPDX-License-Identifier: Apache-2.0 */

#include "hooks/opencl/api.h"
#include "hooks/opencl/buffers.h"
#include "hooks/opencl/effects.h"
#include "hooks/opencl/query.h"
#include "report/base/lock.h"
#include "report/base/memory.h"
#include "report/base/table.h"
#include "tracker/memory.h"

/** Arguments of a kernel, and pointers that it is told of besides, as many as are looked at. */
#define MOST 64

enum constness { NOT_ASKED, IS_CONSTANT, IS_NOT };

struct argument {
    uintptr_t value; /* 0: no handle and no pointer */
    uint8_t constness;
};

/* An argument stays as it is set until it is set again. */
struct kernel {
    UT_hash_handle hh;
    uintptr_t handle;
    unsigned n_references;
    unsigned n, n_pointers;
    struct argument arguments[MOST];
    uintptr_t pointers[MOST];
};

LOCK_DEFINE(lock, LOCK_RUNTIME)
static struct kernel *kernels;

static struct kernel *find(uintptr_t handle) {
    struct kernel *kernel;
    HASH_FIND(hh, kernels, &handle, sizeof(handle), kernel);
    return kernel;
}

static void remove_kernel(struct kernel *kernel) {
    HASH_DELETE(hh, kernels, kernel);
    memory_free(kernel, sizeof(*kernel));
}

/* NULL without memory. */
static struct kernel *meet(uintptr_t handle) {
    struct kernel *kernel = find(handle);
    if (kernel)
        return kernel;
    kernel = memory_alloc(sizeof(*kernel));
    if (!kernel)
        return NULL;
    kernel->handle = handle;
    kernel->n_references = 1;
    HASH_ADD(hh, kernels, handle, sizeof(handle), kernel);
    if (kernel->hh.tbl)
        return kernel;
    memory_free(kernel, sizeof(*kernel));
    return NULL;
}

static void begin(uintptr_t handle, const struct kernel *like) {
    lock_acquire(&lock);
    struct kernel *old = find(handle);
    if (old)
        remove_kernel(old);
    struct kernel *kernel = like ? meet(handle) : NULL;
    if (kernel) {
        kernel->n = like->n;
        kernel->n_pointers = like->n_pointers;
        memcpy(kernel->arguments, like->arguments, like->n * sizeof(*like->arguments));
        memcpy(kernel->pointers, like->pointers, like->n_pointers * sizeof(*like->pointers));
    }
    lock_release(&lock);
}

/* Kernels have few arguments: what they have not is not copied. */
static bool look(uintptr_t handle, struct kernel *copy) {
    lock_acquire(&lock);
    const struct kernel *kernel = find(handle);
    if (kernel) {
        copy->handle = handle;
        copy->n = kernel->n;
        copy->n_pointers = kernel->n_pointers;
        memcpy(copy->arguments, kernel->arguments, kernel->n * sizeof(*kernel->arguments));
        memcpy(copy->pointers, kernel->pointers, kernel->n_pointers * sizeof(*kernel->pointers));
    }
    lock_release(&lock);
    return kernel;
}

/* The handle may have been another kernel's. */
void launch_created(struct opencl_call *call) {
    begin(call->result, NULL);
}

void launch_cloned(struct opencl_call *call) {
    struct kernel kernel;
    bool is_known = look(opencl_argument(call, ARG_KERNEL), &kernel);
    begin(call->result, is_known ? &kernel : NULL);
}

void launch_retained(struct opencl_call *call) {
    lock_acquire(&lock);
    struct kernel *kernel = meet(opencl_argument(call, ARG_KERNEL));
    if (kernel)
        kernel->n_references++;
    lock_release(&lock);
}

void launch_release(struct opencl_call *call) {
    lock_acquire(&lock);
    struct kernel *kernel = find(opencl_argument(call, ARG_KERNEL));
    if (kernel && --kernel->n_references == 0)
        remove_kernel(kernel);
    lock_release(&lock);
}

static void set(const struct opencl_call *call, uintptr_t value) {
    unsigned index = (unsigned)opencl_argument(call, ARG_INDEX);
    lock_acquire(&lock);
    struct kernel *kernel = index < MOST ? meet(opencl_argument(call, ARG_KERNEL)) : NULL;
    if (kernel) {
        kernel->arguments[index].value = value;
        kernel->n = kernel->n > index ? kernel->n : index + 1;
    }
    lock_release(&lock);
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
    lock_acquire(&lock);
    struct kernel *kernel = meet(opencl_argument(call, ARG_KERNEL));
    if (kernel) {
        kernel->n_pointers = n < MOST ? (unsigned)n : MOST;
        memcpy(kernel->pointers, (const void *)opencl_argument(call, ARG_FROM),
               kernel->n_pointers * sizeof(uintptr_t));
    }
    lock_release(&lock);
}

/* What was asked of an argument is asked once. */
static void remember(uintptr_t handle, unsigned i, enum constness constness) {
    lock_acquire(&lock);
    struct kernel *kernel = find(handle);
    if (kernel)
        kernel->arguments[i].constness = (uint8_t)constness;
    lock_release(&lock);
}

static bool is_constant(const struct kernel *kernel, unsigned i) {
    enum constness constness = kernel->arguments[i].constness;
    if (constness == NOT_ASKED) {
        constness = query_is_constant(kernel->handle, i) ? IS_CONSTANT : IS_NOT;
        remember(kernel->handle, i, constness);
    }
    return constness == IS_CONSTANT;
}

/* Where its bytes end the runtime knows of a buffer; of a pointer it is the array that says so. */
static bool find_access(const struct kernel *kernel, unsigned i, struct order_access *access) {
    uintptr_t value = kernel->arguments[i].value;
    struct buffers_place place = {0};
    struct memory_what what;
    if (!value || (!buffers_find(value, &place) && !memory_at(value, &what)))
        return false;
    bool reads = place.is_read_only || is_constant(kernel, i);
    *access = (struct order_access){place.at ? place.at : value, place.size,
                                    reads ? ORDER_READ : ORDER_MAY_WRITE, ORDER_KERNEL};
    return true;
}

void launch_put(struct opencl_call *call) {
    struct order_access accesses[2 * MOST];
    struct kernel kernel;
    unsigned n = 0;
    if (!look(opencl_argument(call, ARG_KERNEL), &kernel))
        return;
    for (unsigned i = 0; i < kernel.n; i++)
        n += find_access(&kernel, i, &accesses[n]);
    for (unsigned i = 0; i < kernel.n_pointers; i++)
        accesses[n++] = (struct order_access){kernel.pointers[i], 0, ORDER_MAY_WRITE, ORDER_KERNEL};
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
