/* stage: CUDA set up, and the arrays that the cases hand over. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/cuda/lib/stage.h"

void (*stage_release)(uintptr_t bytes);

struct content {
    const void *buffers[2];
    CUevent *event;
};

void stage_check(const char *what, CUresult code) {
    if (code == CUDA_SUCCESS)
        return;
    fprintf(stderr, "stage: %s: %d\n", what, (int)code);
    exit(2);
}

struct stage stage_open(void) {
    struct stage stage;
    CUcontext context;
    OK(cuInit(0));
    OK(cuDevicePrimaryCtxRetain(&context, 0));
    OK(cuCtxSetCurrent(context));
    OK(cuStreamCreate(&stage.producer, CU_STREAM_NON_BLOCKING));
    OK(cuStreamCreate(&stage.consumer, CU_STREAM_NON_BLOCKING));
    OK(cuEventCreate(&stage.written, CU_EVENT_DISABLE_TIMING));
    OK(cuMemAlloc(&stage.column, SIZE));
    OK(cuMemAlloc(&stage.copy, SIZE));
    return stage;
}

void stage_close(struct stage *stage) {
    OK(cuCtxSynchronize());
    OK(cuMemFree(stage->column));
    OK(cuMemFree(stage->copy));
    OK(cuEventDestroy(stage->written));
    OK(cuStreamDestroy(stage->producer));
    OK(cuStreamDestroy(stage->consumer));
}

CUfunction stage_kernel(void) {
    CUmodule module;
    CUfunction function;
    OK(cuModuleLoadData(&module, ""));
    OK(cuModuleGetFunction(&function, module, "_Z10copy_bytesPcPKcm"));
    return function;
}

static void release_array(struct ArrowArray *array) {
    struct content *content = array->private_data;
    if (stage_release)
        stage_release((uintptr_t)content->buffers[1]);
    free(array->private_data);
    array->release = NULL;
}

static void release_schema(struct ArrowSchema *schema) {
    schema->release = NULL;
}

struct given {
    struct source source;
    struct content *content;
    int32_t device_type;
};

static bool fill_in(const struct source *source, void *out, struct ArrowSchema *schema) {
    const struct given *given = (const struct given *)source;
    struct ArrowDeviceArray *array = out;
    *array = (struct ArrowDeviceArray){.device_type = given->device_type,
                                       .sync_event = given->content->event,
                                       .array.length = SIZE};
    array->array.n_buffers = 2;
    array->array.buffers = given->content->buffers;
    array->array.private_data = given->content;
    array->array.release = release_array;
    *schema = (struct ArrowSchema){.format = "c", .name = "", .release = release_schema};
    return true;
}

void stage_give(int32_t device_type, uintptr_t bytes, CUevent *event,
                struct ArrowDeviceArray *out) {
    struct content *content = malloc(sizeof(*content));
    struct ArrowSchema schema;
    *content = (struct content){{NULL, (const void *)bytes}, event};
    struct given given = {{fill_in}, content, device_type};
    export_device_array(&given.source, out, &schema); // <- give
    schema.release(&schema);
}
