/* queue: the producer of the pages on queues: a column of bytes in a buffer of OpenCL, its queue and
 * the queue of a consumer. Any OpenCL will do. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef EXAMPLES_QUEUE_H
#define EXAMPLES_QUEUE_H

#define CL_TARGET_OPENCL_VERSION 300
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#include <CL/cl.h>

#include "column.h"

#define QUEUE_SIZE ((size_t)1 << 20)

struct queue_column {
    cl_context context;
    cl_command_queue producer, consumer; /* in order */
    cl_mem values;                       /* QUEUE_SIZE bytes */
    const void *buffers[2];
};

/** On the first device of the first platform. */
void queue_make(struct queue_column *column);

/** An array over it, handed over; its release does nothing. @sync_event NULL: the data is there */
void queue_give(struct queue_column *column, cl_event *sync_event, struct ArrowDeviceArray *out);

/** Waits for both queues, and gives back what queue_make() has made. */
void queue_drop(struct queue_column *column);

#endif
