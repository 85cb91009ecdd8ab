/* The event is of a command before the last one that writes.
 *
 * expect: event-before-data error producer ? at stage.c:give
 * says: clEnqueueMarkerWithWaitList
 * seen: 1 array, 1 schema */
/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/opencl/lib/stage.h"

int main(void) {
    struct stage stage = stage_open();
    struct ArrowDeviceArray array;
    unsigned char seen[SIZE];
    cl_mem column = stage_buffer(&stage);
    cl_event gate = clCreateUserEvent(stage.context, NULL), written;
    stage_write(stage.producer, column, NULL, &written);
    OK(clFinish(stage.producer));
    OK(clEnqueueFillBuffer(stage.producer, column, &(unsigned char){OLD}, 1, 0, SIZE, 0, NULL,
                           NULL));
    stage_write(stage.producer, column, gate, NULL);
    stage_give(column, &written, &array);
    OK(clEnqueueReadBuffer(stage.consumer, column, CL_TRUE, 0, SIZE, seen, 1, &written, NULL));
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
