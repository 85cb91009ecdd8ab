/* The array is released while a read of its bytes waits.
 *
 * expect: released-with-work-in-flight error consumer main at release
 * says: clSetEventCallback
 * seen: 1 array, 1 schema */
/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/opencl/lib/stage.h"

int main(void) {
    struct stage stage = stage_open();
    struct ArrowDeviceArray array;
    unsigned char seen[SIZE];
    cl_mem column = stage_buffer(&stage);
    cl_event gate = clCreateUserEvent(stage.context, NULL);
    stage_write(stage.producer, column, NULL, NULL);
    OK(clFinish(stage.producer));
    stage_give(column, NULL, &array);
    OK(clEnqueueReadBuffer(stage.consumer, column, CL_FALSE, 0, SIZE, seen, 1, &gate, NULL));
    OK(clFlush(stage.consumer));
    array.array.release(&array.array); // <- release
    OK(clSetUserEventStatus(gate, CL_COMPLETE));
    OK(clFinish(stage.consumer));
    stage_expect(stage_stale(seen), 0);
    clReleaseEvent(gate);
    clReleaseMemObject(column);
    stage_close(&stage);
    return 0;
}
