/* stage: a producer's and a consumer's stream of CUDA, and arrays over its memory.
 *
 * Where a case holds a stream, what was put on it is not done for certain. What can fail ends the
 * program with a sentence. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef CUDA_LIB_STAGE_H
#define CUDA_LIB_STAGE_H

#include <cuda.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/cases/lib/arrow_fake.h"
#include "tests/driver/control.h"

/** Bytes of a column: a copy of so many from pageable memory has a tail. */
#define SIZE ((size_t)1 << 20)

#define CUDA      2
#define CUDA_HOST 3

struct stage {
    CUstream producer, consumer; /* neither waits for the default stream */
    CUevent written;
    CUdeviceptr column, copy; /* SIZE bytes of the device each */
};

struct stage stage_open(void);
/** Waits for all, and ends what stage_open() made. */
void stage_close(struct stage *stage);

/** An array over SIZE bytes at a pointer, handed over; its release callback calls stage_release. */
void stage_give(int32_t device_type, uintptr_t bytes, CUevent *event, struct ArrowDeviceArray *out);
/** Does nothing unless set. */
extern void (*stage_release)(uintptr_t bytes);

/** Its parameters are copy(to, const from, n). */
CUfunction stage_kernel(void);

static inline CUdeviceptr values_of(const struct ArrowDeviceArray *array) {
    return (CUdeviceptr)array->array.buffers[1];
}

#define OK(call) stage_check(#call, call)
void stage_check(const char *what, CUresult code);

#endif
