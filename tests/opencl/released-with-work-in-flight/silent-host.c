/* A plain array is released when the command that reads it is done, and one when it was read by a
 * call that blocks.
 *
 * expect: nothing
 * seen: 2 arrays, 2 schemas */
/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/opencl/lib/plain.h"

int main(void) {
    struct stage stage = stage_open();
    struct ArrowArray array, other;
    cl_mem column = stage_buffer(&stage);
    cl_event done;
    plain_give(0, SIZE / 2, &array);
    plain_give(SIZE / 2, SIZE / 2, &other);
    OK(clEnqueueWriteBuffer(stage.consumer, column, CL_FALSE, 0, SIZE / 2, plain_memory, 0, NULL,
                            &done));
    OK(clWaitForEvents(1, &done));
    array.release(&array);
    OK(clEnqueueWriteBuffer(stage.consumer, column, CL_TRUE, 0, SIZE / 2, plain_memory + SIZE / 2,
                            0, NULL, NULL));
    other.release(&other);
    clReleaseEvent(done);
    clReleaseMemObject(column);
    stage_close(&stage);
    return 0;
}
