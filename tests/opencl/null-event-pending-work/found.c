/* An array is handed over without an event while it is still to be written.
 *
 * expect: null-event-pending-work error producer ? at stage.c:give
 * expect: read-before-event error consumer main at read
 * says: let the queue made at
 * seen: 1 array, 1 schema */
/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/opencl/lib/stage.h"

int main(void) {
    struct stage stage = stage_open();
    struct ArrowDeviceArray array;
    unsigned char seen[SIZE];
    cl_mem column = stage_buffer(&stage);
    cl_event gate = clCreateUserEvent(stage.context, NULL), written;
    stage_write(stage.producer, column, gate, &written);
    stage_give(column, NULL, &array);
    OK(clEnqueueReadBuffer(stage.consumer, column, CL_TRUE, 0, SIZE, seen, 0, // <- read
                           NULL, NULL));
    stage_expect(stage_stale(seen), SIZE);
    OK(clSetUserEventStatus(gate, CL_COMPLETE));
    OK(clFinish(stage.producer));
    OK(clFinish(stage.consumer));
    array.array.release(&array.array);
    clReleaseEvent(gate);
    clReleaseEvent(written);
    clReleaseMemObject(column);
    stage_close(&stage);
    return 0;
}
