/* On a queue without order an event of one command says nothing of another.
 *
 * expect: event-before-data error producer ? at stage.c:give
 * seen: 1 array, 1 schema */
/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/opencl/lib/stage.h"

int main(void) {
    struct stage stage = stage_open();
    struct ArrowDeviceArray array;
    unsigned char seen[SIZE];
    cl_mem column = stage_buffer(&stage);
    cl_event gate = clCreateUserEvent(stage.context, NULL), written;
    cl_command_queue unordered = stage_unordered(&stage);
    cl_mem other = stage_buffer(&stage);
    stage_write(unordered, column, gate, NULL);
    stage_write(unordered, other, NULL, &written);
    stage_give(column, &written, &array);
    OK(clWaitForEvents(1, &written));
    OK(clSetUserEventStatus(gate, CL_COMPLETE));
    OK(clFinish(unordered));
    OK(clEnqueueReadBuffer(stage.consumer, column, CL_TRUE, 0, SIZE, seen, 1, &written, NULL));
    stage_expect(stage_stale(seen), 0);
    array.array.release(&array.array);
    clReleaseEvent(gate);
    clReleaseEvent(written);
    clReleaseMemObject(column);
    clReleaseMemObject(other);
    clReleaseCommandQueue(unordered);
    stage_close(&stage);
    return 0;
}
