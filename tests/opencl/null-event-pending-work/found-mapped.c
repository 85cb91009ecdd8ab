/* A plain array is handed over that lies over a map, before what is mapped is there.
 *
 * expect: null-event-pending-work error producer ? at plain.h:give
 * seen: 1 array, 1 schema */
/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/opencl/lib/plain.h"

int main(void) {
    struct stage stage = stage_open();
    struct ArrowArray array;
    cl_int code;
    cl_mem column = stage_buffer(&stage);
    cl_event gate = clCreateUserEvent(stage.context, NULL);
    void *mapped = clEnqueueMapBuffer(stage.consumer, column, CL_FALSE, CL_MAP_READ, 0, SIZE, 1,
                                      &gate, NULL, &code);
    stage_check("clEnqueueMapBuffer", code);
    plain_give_at(mapped, SIZE, &array);
    OK(clSetUserEventStatus(gate, CL_COMPLETE));
    OK(clFinish(stage.consumer));
    array.release(&array);
    OK(clEnqueueUnmapMemObject(stage.consumer, column, mapped, 0, NULL, NULL));
    OK(clFinish(stage.consumer));
    clReleaseEvent(gate);
    clReleaseMemObject(column);
    stage_close(&stage);
    return 0;
}
