/* The consumer has asked whether the event is complete, and does not wait.
 *
 * expect: read-before-event warning consumer main at read
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
    stage_give(column, &written, &array);
    while (status != CL_COMPLETE)
        OK(clGetEventInfo(written, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof(status), &status,
                          NULL));
    OK(clEnqueueReadBuffer(stage.consumer, column, CL_TRUE, 0, SIZE, seen, 0, // <- read
                           NULL, NULL));
    array.array.release(&array.array);
    clReleaseEvent(written);
    clReleaseMemObject(column);
    stage_close(&stage);
    return 0;
}
