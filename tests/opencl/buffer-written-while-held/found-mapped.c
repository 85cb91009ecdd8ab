/* An array is handed over while its memory is mapped to be written.
 *
 * expect: buffer-written-while-held error both main at unmapped
 * seen: 1 array, 1 schema */
/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/opencl/lib/stage.h"

int main(void) {
    struct stage stage = stage_open();
    struct ArrowDeviceArray array;
    cl_int code;
    cl_mem column = stage_buffer(&stage);
    void *mapped = clEnqueueMapBuffer(stage.producer, column, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE,
                                      0, SIZE, 0, NULL, NULL, &code);
    stage_check("clEnqueueMapBuffer", code);
    memset(mapped, NEW, SIZE);
    stage_give(column, NULL, &array);
    OK(clEnqueueUnmapMemObject(stage.producer, column, mapped, 0, NULL, NULL)); // <- unmapped
    OK(clFinish(stage.producer));
    array.array.release(&array.array);
    clReleaseMemObject(column);
    stage_close(&stage);
    return 0;
}
