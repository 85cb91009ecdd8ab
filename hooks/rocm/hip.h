/* hip: types of HIP as its runtimes of major version 5 to 7 lay them out, as far as they are read.
 *
 * Declared here, as one header describes one version and the process has another. Source: the HIP
 * API reference, 5.2 and 7.0. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef HOOKS_ROCM_HIP_H
#define HOOKS_ROCM_HIP_H

#include <stddef.h>
#include <stdint.h>

#include "hooks/rocm/copies.h"

/* hipError_t */
enum {
    HIP_SUCCESS = 0,
    HIP_ECC_NOT_CORRECTABLE = 214,
    HIP_INVALID_HANDLE = 400,
    HIP_NOT_FOUND = 500,
    HIP_NOT_READY = 600,
    HIP_ILLEGAL_ADDRESS = 700,
    HIP_LAUNCH_TIME_OUT = 702,
    HIP_ASSERT = 710,
    HIP_LAUNCH_FAILURE = 719,
    HIP_UNKNOWN = 999
};

/* Handles of streams that nobody makes. */
enum { HIP_STREAM_NULL, HIP_STREAM_LEGACY, HIP_STREAM_PER_THREAD };
#define HIP_NON_BLOCKING 1u
#define HIP_EXTERNAL     1u /* a record or wait that a capture makes a node */
#define HIP_PER_THREAD   2u /* of hipGetProcAddress */

/* Keys of a launch's list of extras. */
#define HIP_EXTRA_POINTER ((void *)1)
#define HIP_EXTRA_SIZE    ((void *)2)
#define HIP_EXTRA_END     ((void *)3)

struct hip_dim3 {
    uint32_t x, y, z;
};

struct hip_pointer_attributes {
    int type, device;
    void *device_pointer, *host_pointer;
    int is_managed;
    unsigned flags;
    uint64_t spare[8]; /* for what later versions may add */
};

/* hipMemoryType was numbered anew with version 6. */
enum { HIP5_HOST, HIP5_DEVICE, HIP5_ARRAY };
enum { HIP6_UNREGISTERED, HIP6_HOST, HIP6_DEVICE, HIP6_MANAGED, HIP6_ARRAY = 10 };

/* What a compiler gives to __hipRegisterFatBinary. */
#define HIP_FAT_BINARY 0x48495046u
struct hip_fat_binary {
    uint32_t magic, version;
    const void *image;
};

/* hipKernelNodeParams */
struct hip_kernel {
    struct hip_dim3 block;
    void **extra;
    void *function;
    struct hip_dim3 grid;
    void **params;
    unsigned shared;
};

/* hipLaunchParams, hipFunctionLaunchParams */
struct hip_launch {
    void *function;
    struct hip_dim3 grid, block;
    void **params;
    size_t shared;
    void *stream;
};

struct hip_function_launch {
    void *function;
    unsigned grid[3], block[3], shared;
    void *stream;
    void **params;
};

/* hipLaunchConfig_t, HIP_LAUNCH_CONFIG */
struct hip_config {
    struct hip_dim3 grid, block;
    size_t shared;
    void *stream;
};

struct hip_driver_config {
    unsigned grid[3], block[3], shared;
    void *stream;
};

/* hipStreamBatchMemOpParams */
enum { HIP_WAIT_32 = 1, HIP_WRITE_32 = 2, HIP_WAIT_64 = 4, HIP_WRITE_64 = 5 };
struct hip_operation {
    int operation;
    void *address;
    uint64_t value;
    unsigned flags;
    void *alias;
    uint64_t spare;
};

/* hipGraphNodeType, from version 6 on */
enum hip_node_type {
    HIP_NODE_KERNEL,
    HIP_NODE_MEMCPY,
    HIP_NODE_MEMSET,
    HIP_NODE_HOST,
    HIP_NODE_GRAPH,
    HIP_NODE_EMPTY,
    HIP_NODE_WAIT_EVENT,
    HIP_NODE_EVENT_RECORD,
    HIP_NODE_MEM_ALLOC = 10,
    HIP_NODE_MEM_FREE
};

#endif
