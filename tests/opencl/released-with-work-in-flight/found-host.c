/* A plain array is released while a command that does not block has yet to read it: what is written
 * to its memory then the device gets.
 *
 * expect: released-with-work-in-flight error consumer main at release
 * seen: 1 array, 1 schema */
/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/opencl/lib/plain.h"

int main(void) {
    struct stage stage = stage_open();
    struct ArrowArray array;
    unsigned char seen[SIZE];
    cl_mem column = stage_buffer(&stage);
    cl_command_queue queue = stage_unordered(&stage);
    cl_event busy;
    memset(plain_memory, NEW, SIZE);
    plain_give(0, SIZE, &array);
    OK(clEnqueueMarker(queue, &busy));
    OK(clEnqueueWriteBuffer(queue, column, CL_FALSE, 0, SIZE, plain_memory, 1, &busy, NULL));
    array.release(&array); // <- release
    OK(clFinish(queue));
    OK(clEnqueueReadBuffer(queue, column, CL_TRUE, 0, SIZE, seen, 0, NULL, NULL));
    stage_expect(stage_stale(seen), 0);
    clReleaseEvent(busy);
    clReleaseMemObject(column);
    clReleaseCommandQueue(queue);
    stage_close(&stage);
    return 0;
}
