/* The same with a wait: by a list, by the oldest of the functions that hold a queue back.
 *
 * expect: nothing
 * seen: 2 arrays */
/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/opencl/lib/usm.h"

int main(void) {
    FIND_FOR(clSharedMemAllocINTEL);
    FIND_FOR(clHostMemAllocINTEL);
    FIND_FOR(clEnqueueMemFillINTEL);
    FIND_FOR(clEnqueueMemcpyINTEL);
    FIND_FOR(clMemBlockingFreeINTEL);
    struct ArrowDeviceArray array;
    cl_event written;
    cl_context context = clCreateContext(NULL, 0, NULL, NULL, NULL, NULL);
    cl_command_queue producer = clCreateCommandQueue(context, NULL, 0, NULL);
    cl_command_queue consumer = clCreateCommandQueue(context, NULL, 0, NULL);
    void *column = clSharedMemAllocINTEL(context, NULL, NULL, SIZE, 0, NULL);
    void *seen = clHostMemAllocINTEL(context, NULL, SIZE, 0, NULL);
    for (int i = 0; i < 2; i++) {
        clEnqueueMemFillINTEL(producer, column, "7", 1, SIZE, 0, NULL, &written);
        clFlush(producer);
        GIVE(column, &written, &array);
        if (i > 0)
            clEnqueueWaitForEvents(consumer, 1, &written);
        clEnqueueMemcpyINTEL(consumer, CL_TRUE, seen, column, SIZE, i == 0, i ? NULL : &written,
                             NULL);
        array.array.release(&array.array);
        clReleaseEvent(written);
    }
    clMemBlockingFreeINTEL(context, column);
    clMemBlockingFreeINTEL(context, seen);
    return 0;
}
