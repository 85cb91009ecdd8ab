/* The producer has asked whether its command is done, which is no wait.
 *
 * expect: null-event-pending-work warning producer ? at stage.c:give
 * seen: 1 array, 1 schema */
/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/opencl/lib/stage.h"

int main(void) {
    struct stage stage = stage_open();
    struct ArrowDeviceArray array;
    unsigned char seen[SIZE];
    cl_mem column = stage_buffer(&stage);
    cl_event written;
    cl_int status = CL_QUEUED;
    stage_write(stage.producer, column, NULL, &written);
    while (status != CL_COMPLETE)
        OK(clGetEventInfo(written, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof(status), &status,
                          NULL));
    stage_give(column, NULL, &array);
    OK(clFinish(stage.producer));
    OK(clEnqueueReadBuffer(stage.consumer, column, CL_TRUE, 0, SIZE, seen, 0, NULL, NULL));
    stage_expect(stage_stale(seen), 0);
    array.array.release(&array.array);
    clReleaseEvent(written);
    clReleaseMemObject(column);
    stage_close(&stage);
    return 0;
}
