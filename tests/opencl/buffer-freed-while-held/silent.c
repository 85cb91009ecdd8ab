/* A reference is left, or a part of the buffer is; the release gives it back.
 *
 * expect: nothing
 * seen: 2 arrays, 2 schemas */
/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/opencl/lib/stage.h"

static void release(void *buffer, cl_event *event) {
    clReleaseMemObject(buffer);
}

int main(void) {
    struct stage stage = stage_open();
    struct ArrowDeviceArray array;
    const cl_buffer_region region = {0, SIZE};
    cl_int code;
    stage_release = release;
    cl_mem column = stage_buffer(&stage);
    OK(clRetainMemObject(column));
    stage_give(column, NULL, &array);
    OK(clReleaseMemObject(column));
    array.array.release(&array.array);
    column = stage_buffer(&stage);
    cl_mem part =
        clCreateSubBuffer(column, CL_MEM_READ_WRITE, CL_BUFFER_CREATE_TYPE_REGION, &region, &code);
    stage_check("clCreateSubBuffer", code);
    stage_give(part, NULL, &array);
    OK(clReleaseMemObject(column));
    array.array.release(&array.array);
    stage_close(&stage);
    return 0;
}
