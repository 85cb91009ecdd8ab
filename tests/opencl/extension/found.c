/* Functions that only a look-up hands out write and read memory, without a wait between them.
 *
 * expect: read-before-event error consumer main at read
 * seen: 1 array */
/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/opencl/lib/usm.h"

int main(void) {
    FIND_FOR(clDeviceMemAllocINTEL);
    FIND_FOR(clEnqueueMemFillINTEL);
    FIND(clEnqueueMemcpyINTEL);
    FIND(clMemFreeINTEL);
    struct ArrowDeviceArray array;
    unsigned char seen[SIZE];
    cl_event written;
    cl_context context = clCreateContext(NULL, 0, NULL, NULL, NULL, NULL);
    cl_command_queue producer = clCreateCommandQueue(context, NULL, 0, NULL);
    cl_command_queue consumer = clCreateCommandQueue(context, NULL, 0, NULL);
    void *column = clDeviceMemAllocINTEL(context, NULL, NULL, SIZE, 0, NULL);
    clEnqueueMemFillINTEL(producer, column, "7", 1, SIZE, 0, NULL, &written);
    clFlush(producer);
    GIVE(column, &written, &array);
    clEnqueueMemcpyINTEL(consumer, CL_TRUE, seen, column, SIZE, 0, NULL, NULL); // <- read
    clWaitForEvents(1, &written);
    array.array.release(&array.array);
    clMemFreeINTEL(context, column);
    clReleaseEvent(written);
    return 0;
}
