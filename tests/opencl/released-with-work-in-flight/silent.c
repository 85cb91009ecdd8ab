/* The consumer releases when its own read is done: after a wait, or in a callback.
 *
 * expect: nothing
 * seen: 2 arrays, 2 schemas */
/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/opencl/lib/stage.h"

#include <sched.h>

static volatile bool is_done;

static void CL_CALLBACK release(cl_event event, cl_int status, void *data) {
    struct ArrowDeviceArray *array = data;
    array->array.release(&array->array);
    is_done = true;
}

int main(void) {
    struct stage stage = stage_open();
    struct ArrowDeviceArray array;
    unsigned char seen[SIZE];
    cl_mem column = stage_buffer(&stage);
    cl_event read;
    stage_give(column, NULL, &array);
    OK(clEnqueueReadBuffer(stage.consumer, column, CL_FALSE, 0, SIZE, seen, 0, NULL, &read));
    OK(clWaitForEvents(1, &read));
    array.array.release(&array.array);
    clReleaseEvent(read);
    stage_give(column, NULL, &array);
    OK(clEnqueueReadBuffer(stage.consumer, column, CL_FALSE, 0, SIZE, seen, 0, NULL, &read));
    OK(clSetEventCallback(read, CL_COMPLETE, release, &array));
    OK(clFlush(stage.consumer));
    while (!is_done)
        sched_yield();
    clReleaseEvent(read);
    clReleaseMemObject(column);
    stage_close(&stage);
    return 0;
}
