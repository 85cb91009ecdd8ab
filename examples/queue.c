/* queue: libqueue.so. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "queue.h"

static void release(struct ArrowArray *array) {
    array->release = NULL;
}

static void release_schema(struct ArrowSchema *schema) {
    schema->release = NULL;
}

void queue_make(struct queue_column *column) {
    cl_platform_id platform;
    cl_device_id device;
    clGetPlatformIDs(1, &platform, NULL);
    clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL);
    column->context = clCreateContext(NULL, 1, &device, NULL, NULL, NULL);
    column->producer = clCreateCommandQueue(column->context, device, 0, NULL);
    column->consumer = clCreateCommandQueue(column->context, device, 0, NULL);
    column->values = clCreateBuffer(column->context, CL_MEM_READ_WRITE, QUEUE_SIZE, NULL, NULL);
    column->buffers[0] = NULL;
    column->buffers[1] = column->values;
}

/* What a device stream gives has its schema for certain. */
struct chunk {
    struct queue_column *column;
    void *sync_event;
};

static int get_schema(struct ArrowDeviceArrayStream *self, struct ArrowSchema *out) {
    (void)self;
    *out = (struct ArrowSchema){.format = "C", .name = "", .release = release_schema};
    return 0;
}

static int get_next(struct ArrowDeviceArrayStream *self, struct ArrowDeviceArray *out) {
    struct chunk *chunk = self->private_data;
    *out = (struct ArrowDeviceArray){.array = {.length = QUEUE_SIZE,
                                               .n_buffers = 2,
                                               .buffers = chunk->column->buffers,
                                               .release = release},
                                     .device_id = 0,
                                     .device_type = 4 /* OpenCL */,
                                     .sync_event = chunk->sync_event};
    return 0;
}

static void release_stream(struct ArrowDeviceArrayStream *self) {
    self->release = NULL;
}

void queue_give(struct queue_column *column, cl_event *sync_event, struct ArrowDeviceArray *out) {
    struct chunk chunk = {column, sync_event};
    struct ArrowSchema type;
    struct ArrowDeviceArrayStream stream = {.device_type = 4,
                                            .get_schema = get_schema,
                                            .get_next = get_next,
                                            .release = release_stream,
                                            .private_data = &chunk};
    arrowdev_check_gives(ARROWDEV_CHECK_DEVICE_STREAM, &stream);
    stream.get_schema(&stream, &type);
    stream.get_next(&stream, out);
    type.release(&type);
    stream.release(&stream);
}

void queue_drop(struct queue_column *column) {
    clFinish(column->producer);
    clFinish(column->consumer);
    clReleaseMemObject(column->values);
    clReleaseCommandQueue(column->producer);
    clReleaseCommandQueue(column->consumer);
    clReleaseContext(column->context);
}
