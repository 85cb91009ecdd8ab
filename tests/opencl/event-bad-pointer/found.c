/* sync_event is the event itself.
 *
 * expect: event-bad-pointer error producer ? at stage.c:give
 * seen: 1 array, 1 schema */
/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/opencl/lib/stage.h"

int main(void) {
    struct stage stage = stage_open();
    struct ArrowDeviceArray array;
    unsigned char seen[SIZE];
    cl_mem column = stage_buffer(&stage);
    cl_event written;
    stage_write(stage.producer, column, NULL, &written);
    stage_give(column, (cl_event *)written, &array);
    OK(clEnqueueReadBuffer(stage.consumer, column, CL_TRUE, 0, SIZE, seen, 1, &written, NULL));
    stage_expect(stage_stale(seen), 0);
    array.array.release(&array.array);
    clReleaseEvent(written);
    clReleaseMemObject(column);
    stage_close(&stage);
    return 0;
}
