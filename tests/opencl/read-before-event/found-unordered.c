/* On one queue without order a later command need not come later.
 *
 * expect: read-before-event error consumer main at read
 * seen: 1 array, 1 schema */
/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/opencl/lib/stage.h"

int main(void) {
    struct stage stage = stage_open();
    struct ArrowDeviceArray array;
    unsigned char seen[SIZE];
    cl_mem column = stage_buffer(&stage);
    cl_event gate = clCreateUserEvent(stage.context, NULL), written, read;
    cl_command_queue unordered = stage_unordered(&stage);
    stage_write(unordered, column, gate, &written);
    OK(clEnqueueMarkerWithWaitList(unordered, 0, NULL, NULL)); /* holds nothing back */
    stage_give(column, &written, &array);
    OK(clEnqueueReadBuffer(unordered, column, CL_FALSE, 0, SIZE, seen, 0, NULL, &read)); // <- read
    OK(clWaitForEvents(1, &read));
    stage_expect(stage_stale(seen), SIZE);
    OK(clSetUserEventStatus(gate, CL_COMPLETE));
    OK(clFinish(unordered));
    array.array.release(&array.array);
    clReleaseEvent(gate);
    clReleaseEvent(read);
    clReleaseEvent(written);
    clReleaseMemObject(column);
    clReleaseCommandQueue(unordered);
    stage_close(&stage);
    return 0;
}
