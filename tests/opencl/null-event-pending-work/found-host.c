/* A plain array is handed over that a command which does not block has yet to fill: the memory was
 * nobody's when it was put on its queue.
 *
 * expect: null-event-pending-work error producer ? at plain.h:give
 * expect: null-event-pending-work error producer ? at plain.h:give
 * seen: 2 arrays, 2 schemas */
/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/opencl/lib/plain.h"

int main(void) {
    struct stage stage = stage_open();
    struct ArrowArray array, slice;
    cl_mem column = stage_buffer(&stage);
    cl_event gate = clCreateUserEvent(stage.context, NULL);
    memset(plain_memory, OLD, SIZE);
    stage_write(stage.producer, column, NULL, NULL);
    OK(clFinish(stage.producer));
    OK(clEnqueueReadBuffer(stage.producer, column, CL_FALSE, 0, SIZE, plain_memory, 1, &gate,
                           NULL));
    plain_give(0, SIZE, &array);
    stage_expect(stage_stale(plain_memory), SIZE);
    array.release(&array);
    plain_give(SIZE / 2, SIZE / 4, &slice);
    OK(clSetUserEventStatus(gate, CL_COMPLETE));
    OK(clFinish(stage.producer));
    stage_expect(stage_stale(plain_memory), 0);
    slice.release(&slice);
    clReleaseEvent(gate);
    clReleaseMemObject(column);
    stage_close(&stage);
    return 0;
}
