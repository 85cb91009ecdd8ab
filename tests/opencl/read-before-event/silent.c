/* A consumer reads on its own queue and waits for the event.
 *
 * expect: nothing
 * seen: 1 array, 1 schema */
/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/opencl/lib/stage.h"

int main(void) {
    struct stage stage = stage_open();
    struct ArrowDeviceArray array;
    const unsigned char new = NEW;
    unsigned char seen[SIZE];
    cl_mem column = stage_buffer(&stage);
    cl_event gate = clCreateUserEvent(stage.context, NULL), written;
    OK(clEnqueueFillBuffer(stage.producer, column, &new, 1, 0, SIZE, 1, &gate, &written));
    OK(clFlush(stage.producer));
    stage_give(column, &written, &array);
    OK(clEnqueueReadBuffer(stage.consumer, column, CL_FALSE, 0, SIZE, seen, 1, &written, NULL));
    OK(clSetUserEventStatus(gate, CL_COMPLETE));
    OK(clFinish(stage.consumer));
    stage_expect(stage_stale(seen), 0);
    OK(clWaitForEvents(1, &written));
    array.array.release(&array.array);
    clReleaseEvent(gate);
    clReleaseEvent(written);
    clReleaseMemObject(column);
    stage_close(&stage);
    return 0;
}
