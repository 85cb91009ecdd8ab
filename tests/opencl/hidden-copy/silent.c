/* A column is copied, but stays on the device.
 *
 * expect: nothing
 * options: copy_budget_d2h=0:copy_budget_h2d=0
 * seen: 1 array, 1 schema */
/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/opencl/lib/stage.h"

int main(void) {
    struct stage stage = stage_open();
    struct ArrowDeviceArray array;
    unsigned char seen[SIZE];
    cl_mem column = stage_buffer(&stage), own = stage_buffer(&stage);
    cl_event written;
    stage_write(stage.producer, column, NULL, &written);
    stage_give(column, &written, &array);
    OK(clEnqueueCopyBuffer(stage.consumer, column, own, 0, 0, SIZE, 1, array.sync_event, NULL));
    OK(clFinish(stage.consumer));
    array.array.release(&array.array);
    OK(clEnqueueReadBuffer(stage.consumer, own, CL_TRUE, 0, SIZE, seen, 0, NULL, NULL));
    stage_expect(stage_stale(seen), 0);
    clReleaseEvent(written);
    clReleaseMemObject(column);
    clReleaseMemObject(own);
    stage_close(&stage);
    return 0;
}
