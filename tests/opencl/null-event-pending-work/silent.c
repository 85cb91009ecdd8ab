/* The host has waited for what was written: there is nothing to wait for any more.
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
    stage_write(stage.producer, column, NULL, NULL);
    OK(clFinish(stage.producer));
    stage_give(column, NULL, &array);
    OK(clEnqueueReadBuffer(stage.consumer, column, CL_TRUE, 0, SIZE, seen, 0, NULL, NULL));
    stage_expect(stage_stale(seen), 0);
    array.array.release(&array.array);
    clReleaseMemObject(column);
    stage_close(&stage);
    return 0;
}
