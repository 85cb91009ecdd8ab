/* stage: a producer's and a consumer's stream of HIP, and arrays over its memory.
 *
 * Where a case holds the producer's stream, what it writes is not there yet for certain. What can
 * fail ends the program with a sentence. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef HIP_LIB_STAGE_H
#define HIP_LIB_STAGE_H

#include <hip/hip_runtime_api.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/cases/lib/arrow_fake.h"
#include "tests/driver/control.h"

/** Bytes of a column; before anything is produced they are OLD. */
#define SIZE 4096
#define OLD  1
#define NEW  7

#define ROCM      10
#define ROCM_HOST 11

struct stage {
    hipStream_t producer, consumer; /* neither waits for the default stream */
    hipEvent_t written;
    char *column, *copy; /* memory of the device; pinned memory for what is read */
};

struct stage stage_open(void);
/** Waits for all, and ends what stage_open() made but the column. */
void stage_close(struct stage *stage);

/** An array over SIZE bytes at a pointer, handed over; its release callback calls stage_release. */
void stage_give(int32_t device_type, void *bytes, hipEvent_t *event, struct ArrowDeviceArray *out);
/** Does nothing unless set. */
extern void (*stage_release)(void *bytes, hipEvent_t *event);

/** From now on nothing of this stream runs, until it is let go. */
#define HOLD(stream)   driver_hold((struct CUstream_st *)(stream))
#define LET_GO(stream) driver_let_go((struct CUstream_st *)(stream))

/** Kernels of the host's code: fill(to, n, value), copy(to, const from, n), whose mangled names
 * tell their parameters; by_value(view, to), of kernels.cl. */
extern const void *const stage_fill, *const stage_copy, *const stage_by_value;
struct view {
    const void *at;
    long n;
};
/** The same as functions of a module. */
hipFunction_t stage_function(const char *name);
/** Of a module that was loaded from the code object of kernels.cl. */
hipFunction_t stage_compiled(const char *name);
/** The same from its file. */
hipFunction_t stage_filed(const char *name);
/** A launch of one thread. */
#define ONE ((dim3){1, 1, 1})

#define OK(call) stage_check(#call, call)
void stage_check(const char *what, hipError_t code);
/** Unless so many of the bytes are OLD the program ends with 1. */
void stage_expect(const char *bytes, unsigned stale);

#endif
