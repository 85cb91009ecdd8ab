/* stage: a producer's and a consumer's queue on one OpenCL device, and arrays over its memory.
 *
 * What can fail ends the program with a sentence. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef OPENCL_LIB_STAGE_H
#define OPENCL_LIB_STAGE_H

#define CL_TARGET_OPENCL_VERSION 300
#define CL_USE_DEPRECATED_OPENCL_1_1_APIS
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#include <CL/cl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/cases/lib/arrow_fake.h"

/** Bytes of a column; before anything is produced they are OLD. */
#define SIZE 4096
#define OLD  1
#define NEW  7

struct stage {
    cl_device_id device;
    cl_context context;
    cl_command_queue producer, consumer;
    cl_kernel write, read; /* (global uchar *to), (global const uchar *from, global uchar *to) */
};

/** Queues of their own for both, in order. */
struct stage stage_open(void);
void stage_close(struct stage *stage);
/** A queue more; its commands in any order. */
cl_command_queue stage_unordered(const struct stage *stage);

/** A buffer of OLD bytes. */
cl_mem stage_buffer(const struct stage *stage);
/** The same as shared virtual memory. */
void *stage_shared(const struct stage *stage);

/** An array over a buffer's handle or a pointer, handed over. Its release callback gives the memory
 * and the event back, as far as they are not NULL. */
void stage_give(void *buffer, cl_event *event, struct ArrowDeviceArray *out);
/** What the release callback does. */
extern void (*stage_release)(void *buffer, cl_event *event);

/** Fills a buffer with NEW bytes once the gate is open (NULL: at once), and flushes the queue.
 * @written  the command's event, NULL for none */
void stage_write(cl_command_queue queue, cl_mem buffer, cl_event gate, cl_event *written);

/** How many of the bytes are OLD. */
unsigned stage_stale(const unsigned char *bytes);

#define OK(call) stage_check(#call, call)
void stage_check(const char *what, cl_int code);
/** Unless so many bytes were stale the program ends with 1. */
void stage_expect(unsigned stale, unsigned wanted);

#endif
