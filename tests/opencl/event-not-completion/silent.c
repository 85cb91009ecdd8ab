/* The program completes its own event once the data is there, and the consumer waits.
 *
 * expect: nothing
 * seen: 1 array, 1 schema */
/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/opencl/lib/stage.h"

int main(void) {
    struct stage stage = stage_open();
    struct ArrowDeviceArray array;
    unsigned char seen[SIZE];
    cl_mem column = stage_buffer(&stage);
    cl_event promised = clCreateUserEvent(stage.context, NULL), read;
    stage_give(column, &promised, &array);
    OK(clEnqueueReadBuffer(stage.consumer, column, CL_FALSE, 0, SIZE, seen, 1, &promised, &read));
    OK(clFlush(stage.consumer));
    OK(clSetUserEventStatus(promised, CL_COMPLETE));
    OK(clWaitForEvents(1, &read));
    stage_expect(stage_stale(seen), SIZE); /* nothing was written */
    array.array.release(&array.array);
    clReleaseEvent(promised);
    clReleaseEvent(read);
    clReleaseMemObject(column);
    stage_close(&stage);
    return 0;
}
