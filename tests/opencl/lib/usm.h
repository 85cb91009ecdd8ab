/* usm: what the cases on unified shared memory share: one context, two queues, arrays. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef OPENCL_LIB_USM_H
#define OPENCL_LIB_USM_H

#define CL_TARGET_OPENCL_VERSION 300
#define CL_USE_DEPRECATED_OPENCL_1_1_APIS
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#include <CL/cl.h>
#include <CL/cl_ext.h>

#include "tests/cases/lib/producer.h"

#define SIZE 4096

/** By one look-up or the other. */
#define FIND(name) name##_fn name = (name##_fn)clGetExtensionFunctionAddress(#name)
#define FIND_FOR(name)                                                                             \
    name##_fn name = (name##_fn)clGetExtensionFunctionAddressForPlatform(NULL, #name)

/** An array of bytes over a pointer. */
#define GIVE(pointer, event, out)                                                                  \
    do {                                                                                           \
        static const void *buffers[2];                                                             \
        struct ArrowDeviceArray made;                                                              \
        produce_device_array(&made, SIZE, 4, RELEASE_GOOD);                                        \
        buffers[1] = (pointer);                                                                    \
        made.array.buffers = buffers;                                                              \
        made.array.n_buffers = 2;                                                                  \
        made.sync_event = (event);                                                                 \
        export_device_array(verbatim(&made, sizeof(made)), (out), NULL);                           \
    } while (0)

#endif
