/* Plain arrays lie over maps whose commands are done: of a call that blocks, and of one that was
 * waited for, while the first is held.
 *
 * expect: nothing
 * seen: 2 arrays, 2 schemas */
/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/opencl/lib/plain.h"

static void *map(const struct stage *stage, cl_mem column, cl_bool blocks, cl_event *done) {
    cl_int code;
    void *mapped = clEnqueueMapBuffer(stage->consumer, column, blocks, CL_MAP_READ, 0, SIZE, 0,
                                      NULL, done, &code);
    stage_check("clEnqueueMapBuffer", code);
    return mapped;
}

int main(void) {
    struct stage stage = stage_open();
    struct ArrowArray first, second;
    cl_event done;
    cl_mem column = stage_buffer(&stage);
    void *mapped = map(&stage, column, CL_TRUE, NULL);
    plain_give_at(mapped, SIZE, &first);
    void *again = map(&stage, column, CL_FALSE, &done);
    OK(clWaitForEvents(1, &done));
    plain_give_at(again, SIZE, &second);
    first.release(&first);
    second.release(&second);
    OK(clEnqueueUnmapMemObject(stage.consumer, column, again, 0, NULL, NULL));
    OK(clEnqueueUnmapMemObject(stage.consumer, column, mapped, 0, NULL, NULL));
    OK(clFinish(stage.consumer));
    clReleaseEvent(done);
    clReleaseMemObject(column);
    stage_close(&stage);
    return 0;
}
