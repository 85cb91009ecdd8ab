/* The consumer maps the buffer to read it, and gives it to a kernel that may only read.
 *
 * expect: nothing
 * seen: 1 array, 1 schema */
/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/opencl/lib/stage.h"

int main(void) {
    struct stage stage = stage_open();
    struct ArrowDeviceArray array;
    cl_mem column = stage_buffer(&stage);
    cl_mem other = stage_buffer(&stage);
    const size_t size = SIZE;
    cl_int code;
    stage_give(column, NULL, &array);
    void *mapped = clEnqueueMapBuffer(stage.consumer, column, CL_TRUE, CL_MAP_READ, 0, SIZE, 0,
                                      NULL, NULL, &code);
    stage_check("clEnqueueMapBuffer", code);
    stage_expect(stage_stale(mapped), SIZE);
    OK(clEnqueueUnmapMemObject(stage.consumer, column, mapped, 0, NULL, NULL));
    OK(clSetKernelArg(stage.read, 0, sizeof(column), &column));
    OK(clSetKernelArg(stage.read, 1, sizeof(other), &other));
    OK(clEnqueueNDRangeKernel(stage.consumer, stage.read, 1, NULL, &size, NULL, 0, NULL, NULL));
    OK(clFinish(stage.consumer));
    array.array.release(&array.array);
    clReleaseMemObject(column);
    clReleaseMemObject(other);
    stage_close(&stage);
    return 0;
}
