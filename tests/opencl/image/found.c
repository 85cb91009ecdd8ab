/* A consumer reads a column as the image that its buffer is also, without a wait.
 *
 * expect: read-before-event error consumer main at read
 * seen: 1 array, 1 schema */
/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/opencl/lib/image.h"

int main(void) {
    struct stage stage = stage_open();
    struct ArrowDeviceArray array;
    const size_t origin[3] = {0}, region[3] = {SIZE, 1, 1};
    unsigned char seen[SIZE];
    cl_mem column = stage_buffer(&stage), image = image_over(&stage, column);
    cl_event gate = clCreateUserEvent(stage.context, NULL), written;
    stage_write(stage.producer, column, gate, &written);
    stage_give(column, &written, &array);
    OK(clEnqueueReadImage(stage.consumer, image, CL_TRUE, origin, region, 0, 0, // <- read
                          seen, 0, NULL, NULL));
    stage_expect(stage_stale(seen), SIZE);
    OK(clSetUserEventStatus(gate, CL_COMPLETE));
    OK(clWaitForEvents(1, &written));
    array.array.release(&array.array);
    clReleaseEvent(gate);
    clReleaseEvent(written);
    clReleaseMemObject(image);
    clReleaseMemObject(column);
    stage_close(&stage);
    return 0;
}
