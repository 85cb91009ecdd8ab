/* stage: OpenCL set up, and the arrays that the cases hand over. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/opencl/lib/stage.h"

static const char source[] =
    "kernel void write(global uchar *to) { to[get_global_id(0)] = 7; }\n"
    "kernel void read(global const uchar *from, global uchar *to)\n"
    "{ to[get_global_id(0)] = from[get_global_id(0)]; }\n";

void stage_check(const char *what, cl_int code) {
    if (code == CL_SUCCESS)
        return;
    fprintf(stderr, "stage: %s: %d\n", what, code);
    exit(2);
}

static cl_kernel kernel_of(cl_program program, const char *name) {
    cl_int code;
    cl_kernel kernel = clCreateKernel(program, name, &code);
    stage_check(name, code);
    return kernel;
}

static void build(struct stage *stage) {
    const char *text = source;
    cl_int code;
    cl_program program = clCreateProgramWithSource(stage->context, 1, &text, NULL, &code);
    stage_check("clCreateProgramWithSource", code);
    OK(clBuildProgram(program, 1, &stage->device, "-cl-kernel-arg-info", NULL, NULL));
    stage->write = kernel_of(program, "write");
    stage->read = kernel_of(program, "read");
    clReleaseProgram(program);
}

struct stage stage_open(void) {
    struct stage stage;
    cl_platform_id platform;
    cl_int code;
    OK(clGetPlatformIDs(1, &platform, NULL));
    OK(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &stage.device, NULL));
    stage.context = clCreateContext(NULL, 1, &stage.device, NULL, NULL, &code);
    stage_check("clCreateContext", code);
    stage.producer = clCreateCommandQueue(stage.context, stage.device, 0, &code);
    stage.consumer = clCreateCommandQueue(stage.context, stage.device, 0, &code);
    stage_check("clCreateCommandQueue", code);
    build(&stage);
    return stage;
}

void stage_close(struct stage *stage) {
    OK(clFinish(stage->producer));
    OK(clFinish(stage->consumer));
    clReleaseKernel(stage->write);
    clReleaseKernel(stage->read);
    clReleaseCommandQueue(stage->producer);
    clReleaseCommandQueue(stage->consumer);
    clReleaseContext(stage->context);
}

cl_command_queue stage_unordered(const struct stage *stage) {
    cl_int code;
    cl_command_queue queue = clCreateCommandQueue(stage->context, stage->device,
                                                  CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, &code);
    stage_check("clCreateCommandQueue", code);
    return queue;
}

cl_mem stage_buffer(const struct stage *stage) {
    unsigned char old[SIZE];
    cl_int code;
    memset(old, OLD, SIZE);
    cl_mem buffer =
        clCreateBuffer(stage->context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, SIZE, old, &code);
    stage_check("clCreateBuffer", code);
    return buffer;
}

void *stage_shared(const struct stage *stage) {
    void *pointer = clSVMAlloc(stage->context, CL_MEM_READ_WRITE, SIZE, 0);
    if (!pointer)
        stage_check("clSVMAlloc", CL_MEM_OBJECT_ALLOCATION_FAILURE);
    OK(clEnqueueSVMMap(stage->producer, CL_TRUE, CL_MAP_WRITE_INVALIDATE_REGION, pointer, SIZE, 0,
                       NULL, NULL));
    memset(pointer, OLD, SIZE);
    OK(clEnqueueSVMUnmap(stage->producer, pointer, 0, NULL, NULL));
    OK(clFinish(stage->producer));
    return pointer;
}

/* Arrays */

void (*stage_release)(void *buffer, cl_event *event);

struct content {
    void *buffer;
    cl_event *event;
    const void *buffers[2];
};

static void release(struct ArrowArray *array) {
    struct content *content = array->private_data;
    if (stage_release)
        stage_release(content->buffer, content->event);
    free(content);
    array->release = NULL;
}

static void release_schema(struct ArrowSchema *schema) {
    schema->release = NULL;
}

struct given {
    struct source source;
    struct content *content;
};

static bool fill(const struct source *source, void *out, struct ArrowSchema *schema) {
    struct content *content = ((const struct given *)source)->content;
    content->buffers[1] = content->buffer;
    *schema = (struct ArrowSchema){.format = "C", .name = "", .release = release_schema};
    *(struct ArrowDeviceArray *)out =
        (struct ArrowDeviceArray){.array = {.length = SIZE,
                                            .n_buffers = 2,
                                            .buffers = content->buffers,
                                            .release = release,
                                            .private_data = content},
                                  .device_id = 0,
                                  .device_type = 4,
                                  .sync_event = content->event};
    return true;
}

void stage_give(void *buffer, cl_event *event, struct ArrowDeviceArray *out) {
    struct content *content = calloc(1, sizeof(*content));
    struct ArrowSchema schema;
    content->buffer = buffer;
    content->event = event;
    const struct given given = {{fill}, content};
    export_device_array(&given.source, out, &schema); // <- give
    schema.release(&schema);
}

void stage_write(cl_command_queue queue, cl_mem buffer, cl_event gate, cl_event *written) {
    const unsigned char new = NEW;
    OK(clEnqueueFillBuffer(queue, buffer, &new, 1, 0, SIZE, gate ? 1 : 0, gate ? &gate : NULL,
                           written));
    OK(clFlush(queue));
}

unsigned stage_stale(const unsigned char *bytes) {
    unsigned n = 0;
    for (unsigned i = 0; i < SIZE; i++)
        n += bytes[i] == OLD;
    return n;
}

void stage_expect(unsigned stale, unsigned wanted) {
    printf("%u bytes stale\n", stale);
    if (stale != wanted)
        exit(1);
}
