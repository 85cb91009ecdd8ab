/* Plain arrays are handed over when what fills them is done, by each way to wait for it, and one
 * over bytes beside those that are filled.
 *
 * expect: nothing
 * seen: 5 arrays, 5 schemas */
/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/opencl/lib/plain.h"

static void give(size_t from, size_t size) {
    struct ArrowArray array;
    plain_give(from, size, &array);
    array.release(&array);
}

static void fill(struct stage *stage, cl_mem column, cl_bool blocks, size_t size, cl_event *done) {
    OK(clEnqueueReadBuffer(stage->producer, column, blocks, 0, size, plain_memory, 0, NULL, done));
}

int main(void) {
    struct stage stage = stage_open();
    cl_mem column = stage_buffer(&stage);
    cl_event gate = clCreateUserEvent(stage.context, NULL), done;
    fill(&stage, column, CL_TRUE, SIZE, NULL);
    give(0, SIZE);
    fill(&stage, column, CL_FALSE, SIZE, &done);
    OK(clWaitForEvents(1, &done));
    give(0, SIZE);
    fill(&stage, column, CL_FALSE, SIZE, NULL);
    OK(clFinish(stage.producer));
    give(0, SIZE);
    fill(&stage, column, CL_FALSE, SIZE, NULL);
    fill(&stage, column, CL_TRUE, 1, NULL);
    give(0, SIZE);
    OK(clEnqueueReadBuffer(stage.producer, column, CL_FALSE, 0, SIZE / 2, plain_memory, 1, &gate,
                           NULL));
    give(SIZE / 2, SIZE / 2);
    OK(clSetUserEventStatus(gate, CL_COMPLETE));
    OK(clFinish(stage.producer));
    clReleaseEvent(gate);
    clReleaseEvent(done);
    clReleaseMemObject(column);
    stage_close(&stage);
    return 0;
}
