/* A queue takes over an object of another interface, of whose work it is not known what is before
 * it: that the consumer did not wait is a warning.
 *
 * expect: read-before-event warning consumer main at read
 * seen: 1 array */
/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/opencl/lib/usm.h"

int main(void) {
    FIND_FOR(clDeviceMemAllocINTEL);
    FIND_FOR(clEnqueueMemFillINTEL);
    FIND_FOR(clEnqueueAcquireExternalMemObjectsKHR);
    FIND(clEnqueueMemcpyINTEL);
    FIND(clMemFreeINTEL);
    struct ArrowDeviceArray array;
    unsigned char seen[SIZE];
    cl_event written;
    cl_context context = clCreateContext(NULL, 0, NULL, NULL, NULL, NULL);
    cl_command_queue producer = clCreateCommandQueue(context, NULL, 0, NULL);
    cl_command_queue consumer = clCreateCommandQueue(context, NULL, 0, NULL);
    cl_mem outside = clCreateBuffer(context, CL_MEM_READ_WRITE, SIZE, NULL, NULL);
    void *column = clDeviceMemAllocINTEL(context, NULL, NULL, SIZE, 0, NULL);
    clEnqueueMemFillINTEL(producer, column, "7", 1, SIZE, 0, NULL, &written);
    clFlush(producer);
    GIVE(column, &written, &array);
    clEnqueueAcquireExternalMemObjectsKHR(consumer, 1, &outside, 0, NULL, NULL);
    clEnqueueMemcpyINTEL(consumer, CL_TRUE, seen, column, SIZE, 0, NULL, NULL); // <- read
    clWaitForEvents(1, &written);
    array.array.release(&array.array);
    clMemFreeINTEL(context, column);
    clReleaseMemObject(outside);
    clReleaseEvent(written);
    return 0;
}
