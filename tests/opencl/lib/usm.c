/* usm: libusm.so, an OpenCL with unified shared memory, which PoCL lacks: what it is told it does
 * at once. It is there for the ways in: functions that only the look-ups hand out. */
/* SPDX-License-Identifier: Apache-2.0 */
#define CL_TARGET_OPENCL_VERSION 300
#define CL_USE_DEPRECATED_OPENCL_1_1_APIS
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#include <CL/cl.h>
#include <CL/cl_ext.h>
#include <stdlib.h>
#include <string.h>

/* Every object is a place of its own. */
static void *object(cl_int *code) {
    if (code)
        *code = CL_SUCCESS;
    return malloc(64);
}

static cl_int command(cl_event *event) {
    if (event)
        *event = object(NULL);
    return CL_SUCCESS;
}

cl_int clGetPlatformIDs(cl_uint n, cl_platform_id *platforms, cl_uint *found) {
    return CL_SUCCESS;
}

cl_context clCreateContext(const cl_context_properties *properties, cl_uint n,
                           const cl_device_id *devices,
                           void (*notify)(const char *, const void *, size_t, void *), void *data,
                           cl_int *code) {
    return object(code);
}

/* Memory here is no object that would keep it. */
cl_int clGetContextInfo(cl_context context, cl_context_info what, size_t size, void *value,
                        size_t *needed) {
    *(cl_uint *)value = 1;
    return CL_SUCCESS;
}

cl_int clReleaseContext(cl_context context) {
    free(context);
    return CL_SUCCESS;
}

cl_command_queue clCreateCommandQueue(cl_context context, cl_device_id device,
                                      cl_command_queue_properties properties, cl_int *code) {
    return object(code);
}

cl_int clGetCommandQueueInfo(cl_command_queue queue, cl_command_queue_info what, size_t size,
                             void *value, size_t *needed) {
    memset(value, 0, size);
    return CL_SUCCESS;
}

cl_int clGetEventInfo(cl_event event, cl_event_info what, size_t size, void *value,
                      size_t *needed) {
    *(cl_int *)value = CL_COMPLETE;
    return CL_SUCCESS;
}

cl_int clFlush(cl_command_queue queue) {
    return CL_SUCCESS;
}

cl_int clWaitForEvents(cl_uint n, const cl_event *events) {
    return CL_SUCCESS;
}

cl_int clEnqueueWaitForEvents(cl_command_queue queue, cl_uint n, const cl_event *events) {
    return CL_SUCCESS;
}

cl_int clReleaseEvent(cl_event event) {
    free(event);
    return CL_SUCCESS;
}

cl_mem clCreateBuffer(cl_context context, cl_mem_flags flags, size_t size, void *host,
                      cl_int *code) {
    return object(code);
}

cl_int clReleaseMemObject(cl_mem memory) {
    free(memory);
    return CL_SUCCESS;
}

static cl_command_buffer_khr commands_create(cl_uint n, const cl_command_queue *queues,
                                             const cl_command_buffer_properties_khr *properties,
                                             cl_int *code) {
    return object(code);
}

static cl_int commands_release(cl_command_buffer_khr commands) {
    free(commands);
    return CL_SUCCESS;
}

/* Of version 0.9.5: properties behind the queue. */
static cl_int commands_fill(cl_command_buffer_khr commands, cl_command_queue queue,
                            const void *properties, cl_mem to, const void *pattern,
                            size_t pattern_size, size_t offset, size_t size, cl_uint n,
                            const cl_sync_point_khr *points, cl_sync_point_khr *point,
                            cl_mutable_command_khr *mutable_command) {
    return CL_SUCCESS;
}

static cl_int commands_put(cl_uint n, cl_command_queue *queues, cl_command_buffer_khr commands,
                           cl_uint n_events, const cl_event *events, cl_event *event) {
    return command(event);
}

/* Objects of another interface, whose work is done when the queue gets there. */
static cl_int acquire(cl_command_queue queue, cl_uint n, const cl_mem *objects, cl_uint n_events,
                      const cl_event *events, cl_event *event) {
    return command(event);
}

static void *allocate_host(cl_context context, const cl_mem_properties_intel *properties,
                           size_t size, cl_uint alignment, cl_int *code) {
    return calloc(1, size);
}

static void *allocate(cl_context context, cl_device_id device,
                      const cl_mem_properties_intel *properties, size_t size, cl_uint alignment,
                      cl_int *code) {
    return calloc(1, size);
}

static cl_int release(cl_context context, void *pointer) {
    free(pointer);
    return CL_SUCCESS;
}

static cl_int fill(cl_command_queue queue, void *to, const void *pattern, size_t pattern_size,
                   size_t size, cl_uint n, const cl_event *events, cl_event *event) {
    memset(to, *(const char *)pattern, size);
    return command(event);
}

static cl_int copy(cl_command_queue queue, cl_bool blocking, void *to, const void *from,
                   size_t size, cl_uint n, const cl_event *events, cl_event *event) {
    memcpy(to, from, size);
    return command(event);
}

void *clGetExtensionFunctionAddressForPlatform(cl_platform_id platform, const char *name) {
    static const struct {
        const char *name;
        void *function;
    } functions[] = {{"clHostMemAllocINTEL", (void *)allocate_host},
                     {"clDeviceMemAllocINTEL", (void *)allocate},
                     {"clSharedMemAllocINTEL", (void *)allocate},
                     {"clMemFreeINTEL", (void *)release},
                     {"clMemBlockingFreeINTEL", (void *)release},
                     {"clEnqueueMemFillINTEL", (void *)fill},
                     {"clEnqueueMemcpyINTEL", (void *)copy},
                     {"clCreateCommandBufferKHR", (void *)commands_create},
                     {"clReleaseCommandBufferKHR", (void *)commands_release},
                     {"clCommandFillBufferKHR", (void *)commands_fill},
                     {"clEnqueueCommandBufferKHR", (void *)commands_put},
                     {"clEnqueueAcquireExternalMemObjectsKHR", (void *)acquire}};
    for (size_t i = 0; i < sizeof(functions) / sizeof(*functions); i++)
        if (strcmp(functions[i].name, name) == 0)
            return functions[i].function;
    return NULL;
}

void *clGetExtensionFunctionAddress(const char *name) {
    return clGetExtensionFunctionAddressForPlatform(NULL, name);
}
