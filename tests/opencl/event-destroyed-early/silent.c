/* One reference is given back, the array has another; its release gives that back.
 *
 * expect: nothing
 * seen: 1 array, 1 schema */
/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/opencl/lib/stage.h"

static void release(void *buffer, cl_event *event) {
    clReleaseEvent(*event);
}

int main(void) {
    struct stage stage = stage_open();
    struct ArrowDeviceArray array;
    unsigned char seen[SIZE];
    cl_mem column = stage_buffer(&stage);
    cl_event written;
    stage_release = release;
    stage_write(stage.producer, column, NULL, &written);
    OK(clRetainEvent(written));
    stage_give(column, &written, &array);
    OK(clReleaseEvent(written));
    OK(clEnqueueReadBuffer(stage.consumer, column, CL_TRUE, 0, SIZE, seen, 1, &written, NULL));
    stage_expect(stage_stale(seen), 0);
    array.array.release(&array.array);
    clReleaseMemObject(column);
    stage_close(&stage);
    return 0;
}
