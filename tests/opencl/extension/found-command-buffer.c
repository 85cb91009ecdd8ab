/* A command buffer of later versions, whose commands have properties behind the queue, writes what
 * an array holds.
 *
 * expect: buffer-written-while-held error both main at again
 * seen: 1 array */
/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/opencl/lib/usm.h"

typedef cl_int (*fill_fn)(cl_command_buffer_khr, cl_command_queue, const void *, cl_mem,
                          const void *, size_t, size_t, size_t, cl_uint, const cl_sync_point_khr *,
                          cl_sync_point_khr *, cl_mutable_command_khr *);

int main(void) {
    FIND(clCreateCommandBufferKHR);
    FIND(clEnqueueCommandBufferKHR);
    FIND(clReleaseCommandBufferKHR);
    fill_fn fill = (fill_fn)clGetExtensionFunctionAddress("clCommandFillBufferKHR");
    struct ArrowDeviceArray array;
    cl_event written;
    cl_context context = clCreateContext(NULL, 0, NULL, NULL, NULL, NULL);
    cl_command_queue queue = clCreateCommandQueue(context, NULL, 0, NULL);
    cl_mem column = clCreateBuffer(context, CL_MEM_READ_WRITE, SIZE, NULL, NULL);
    cl_command_buffer_khr commands = clCreateCommandBufferKHR(1, &queue, NULL, NULL);
    fill(commands, NULL, NULL, column, "7", 1, 0, SIZE, 0, NULL, NULL, NULL);
    clEnqueueCommandBufferKHR(0, NULL, commands, 0, NULL, &written);
    clWaitForEvents(1, &written);
    GIVE(column, NULL, &array);
    clEnqueueCommandBufferKHR(0, NULL, commands, 0, NULL, NULL); // <- again
    clWaitForEvents(1, &written);
    array.array.release(&array.array);
    clReleaseCommandBufferKHR(commands);
    clReleaseMemObject(column);
    clReleaseEvent(written);
    return 0;
}
