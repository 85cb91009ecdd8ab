/* Each array has a place of its own for its event, which is used again when it is released.
 *
 * expect: nothing
 * seen: 2 arrays, 2 schemas */
/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/opencl/lib/stage.h"

int main(void) {
    struct stage stage = stage_open();
    struct ArrowDeviceArray array;
    unsigned char seen[SIZE];
    cl_mem column = stage_buffer(&stage);
    cl_event written;
    for (int i = 0; i < 2; i++) {
        stage_write(stage.producer, column, NULL, &written);
        stage_give(column, &written, &array);
        OK(clEnqueueReadBuffer(stage.consumer, column, CL_TRUE, 0, SIZE, seen, 1, &written, NULL));
        stage_expect(stage_stale(seen), 0);
        array.array.release(&array.array);
        clReleaseEvent(written);
    }
    clReleaseMemObject(column);
    stage_close(&stage);
    return 0;
}
