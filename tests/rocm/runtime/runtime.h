/* runtime: the parts of the software HIP runtime: a libamdhip64.so of ours without a device, a thin
 * layer over the core of the software CUDA driver, whose threads and delays it has.
 *
 * What it does otherwise than CUDA follows the HIP documentation: hipFree waits for the device, a
 * copy of pageable memory is done when its call returns, functions ending in _spt have the thread's
 * own stream for NULL, types are numbered as in version 6. Codes of errors are the same numbers.
 * The variables of tests/driver/control.h hold; ARROWDEV_HIP_VERSION=MAJOR makes it another one. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TESTS_ROCM_RUNTIME_H
#define TESTS_ROCM_RUNTIME_H

#define __CUDA_API_VERSION_INTERNAL
#include <cuda.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "hooks/rocm/hip.h"

/** What hipGetProcAddress hands out: all there is, gathered by the linker. */
struct entry {
    const char *name;
    void *function;
};

#define EXPORTED __attribute__((visibility("default")))
#define LISTED(name)                                                                               \
    static const struct entry entry_of_##name                                                      \
        __attribute__((used, section("hip_entries"))) = {#name, (void *)name};
/** A function of HIP; its body follows. */
#define HIP(name, params, args)                                                                    \
    static int body_of_##name params;                                                              \
    EXPORTED int name params;                                                                      \
    EXPORTED int name params {                                                                     \
        int result = runtime_begin();                                                              \
        return runtime_end(result ? result : body_of_##name args);                                 \
    }                                                                                              \
    LISTED(name)                                                                                   \
    static int body_of_##name params
/** One and its twin: @own is what the twin does to the arguments, by OWN(). */
#define PAIR(name, params, args, own)                                                              \
    HIP(name##_spt, params, args);                                                                 \
    HIP(name, params, args);                                                                       \
    static int body_of_##name##_spt params {                                                       \
        return body_of_##name own;                                                                 \
    }                                                                                              \
    static int body_of_##name params
#define OWN(stream) ((stream) ? (stream) : CU_STREAM_PER_THREAD)

/** The current device's context becomes the driver's; 0, or why it cannot. */
int runtime_begin(void);
/** Keeps the error for hipGetLastError(). */
int runtime_end(int result);
int runtime_device(void);
/** 6 unless said otherwise. */
int runtime_major(void);

/** The host's memory that HIP knows nothing of. */
bool runtime_is_pageable(const void *at);

/** A copy described as a box, or by lines. */
CUDA_MEMCPY3D copy_of_parms(const struct hip_parms *parms);
int copy_async(void *to, const void *from, size_t size, CUstream stream);

/** The driver's function for a kernel of the host's code; NULL for none. */
CUfunction launch_function(const void *host_function);

#endif
