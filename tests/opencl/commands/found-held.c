/* A command buffer whose first enqueue made the column is enqueued again while an array holds it.
 *
 * expect: buffer-written-while-held error both main at again
 * seen: 1 array, 1 schema */
/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/opencl/lib/commands.h"

int main(void) {
    struct stage stage = stage_open();
    struct ArrowDeviceArray array;
    cl_event written;
    commands_find(&stage);
    cl_mem column = stage_buffer(&stage);
    cl_command_buffer_khr fill = commands_fill(stage.producer, column);
    OK(khr.clEnqueueCommandBufferKHR(0, NULL, fill, 0, NULL, &written));
    OK(clFinish(stage.producer));
    stage_give(column, &written, &array);
    OK(khr.clEnqueueCommandBufferKHR(1, &stage.producer, fill, 0, NULL, NULL)); // <- again
    OK(clFinish(stage.producer));
    array.array.release(&array.array);
    clReleaseEvent(written);
    clReleaseMemObject(column);
    OK(khr.clReleaseCommandBufferKHR(fill));
    stage_close(&stage);
    return 0;
}
