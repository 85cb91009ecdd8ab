/* device: libdevice.so. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "device.h"

static void release(struct ArrowArray *array) {
    array->release = NULL;
}

static void release_schema(struct ArrowSchema *schema) {
    schema->release = NULL;
}

void device_use(int device) {
    CUcontext context;
    cuInit(0);
    cuDevicePrimaryCtxRetain(&context, device);
    cuCtxSetCurrent(context);
}

void device_make(struct device_column *column) {
    CUdevice device;
    if (cuCtxGetDevice(&device) != CUDA_SUCCESS)
        device_use(0);
    cuMemAlloc(&column->values, DEVICE_SIZE);
    cuStreamCreate(&column->stream, CU_STREAM_NON_BLOCKING);
    cuEventCreate(&column->event, CU_EVENT_DISABLE_TIMING);
    column->buffers[0] = NULL;
    column->buffers[1] = (void *)column->values;
}

/* What a device stream gives has its schema for certain. */
struct chunk {
    struct device_column *column;
    void *sync_event;
};

static int get_schema(struct ArrowDeviceArrayStream *self, struct ArrowSchema *out) {
    (void)self;
    *out = (struct ArrowSchema){.format = "C", .name = "", .release = release_schema};
    return 0;
}

static int get_next(struct ArrowDeviceArrayStream *self, struct ArrowDeviceArray *out) {
    struct chunk *chunk = self->private_data;
    CUdevice device = 0;
    cuCtxGetDevice(&device);
    *out = (struct ArrowDeviceArray){.array = {.length = DEVICE_SIZE,
                                               .n_buffers = 2,
                                               .buffers = chunk->column->buffers,
                                               .release = release},
                                     .device_id = device,
                                     .device_type = 2 /* CUDA */,
                                     .sync_event = chunk->sync_event};
    return 0;
}

static void release_stream(struct ArrowDeviceArrayStream *self) {
    self->release = NULL;
}

void device_give(struct device_column *column, void *sync_event, struct ArrowDeviceArray *out) {
    struct chunk chunk = {column, sync_event};
    struct ArrowSchema type;
    struct ArrowDeviceArrayStream stream = {.device_type = 2,
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

void device_drop(struct device_column *column) {
    cuCtxSynchronize();
    cuMemFree(column->values);
    cuEventDestroy(column->event);
    cuStreamDestroy(column->stream);
}
