/* The producer completes the event, of one array before the process ends, of another only after it
 * is released.
 *
 * expect: nothing
 * seen: 2 arrays, 2 schemas */
/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/opencl/lib/stage.h"

int main(void) {
    struct stage stage = stage_open();
    struct ArrowDeviceArray array, other;
    cl_mem column = stage_buffer(&stage), unread = stage_buffer(&stage);
    cl_event promise = clCreateUserEvent(stage.context, NULL);
    cl_event late = clCreateUserEvent(stage.context, NULL);
    stage_give(column, &promise, &array);
    stage_give(unread, &late, &other);
    OK(clSetUserEventStatus(promise, CL_COMPLETE));
    OK(clWaitForEvents(1, array.sync_event));
    array.array.release(&array.array);
    other.array.release(&other.array);
    OK(clSetUserEventStatus(late, CL_COMPLETE));
    clReleaseEvent(promise);
    clReleaseEvent(late);
    clReleaseMemObject(column);
    clReleaseMemObject(unread);
    stage_close(&stage);
    return 0;
}
