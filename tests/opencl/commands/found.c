/* What one command buffer writes another one reads: without a wait.
 *
 * expect: read-before-event error consumer main at launch
 * seen: 1 array, 1 schema */
/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/opencl/lib/commands.h"

int main(void) {
    struct stage stage = stage_open();
    struct ArrowDeviceArray array;
    const size_t size = SIZE;
    unsigned char seen[SIZE];
    commands_find(&stage);
    cl_mem column = stage_buffer(&stage), copy = stage_buffer(&stage);
    cl_event gate = clCreateUserEvent(stage.context, NULL), written;
    cl_command_buffer_khr fill = commands_fill(stage.producer, column);
    cl_command_buffer_khr read = commands_of(stage.consumer);
    OK(clSetKernelArg(stage.read, 0, sizeof(column), &column));
    OK(clSetKernelArg(stage.read, 1, sizeof(copy), &copy));
    OK(khr.clCommandNDRangeKernelKHR(read, NULL, NULL, stage.read, 1, NULL, &size, NULL, 0, NULL,
                                     NULL, NULL));
    OK(khr.clFinalizeCommandBufferKHR(read));
    OK(khr.clEnqueueCommandBufferKHR(0, NULL, fill, 1, &gate, &written));
    OK(clFlush(stage.producer));
    stage_give(column, &written, &array);
    OK(khr.clEnqueueCommandBufferKHR(0, NULL, read, 0, NULL, NULL)); // <- launch
    OK(clEnqueueReadBuffer(stage.consumer, copy, CL_TRUE, 0, SIZE, seen, 0, NULL, NULL));
    stage_expect(stage_stale(seen), SIZE);
    OK(clSetUserEventStatus(gate, CL_COMPLETE));
    OK(clWaitForEvents(1, &written));
    array.array.release(&array.array);
    clReleaseEvent(gate);
    clReleaseEvent(written);
    clReleaseMemObject(column);
    clReleaseMemObject(copy);
    OK(khr.clReleaseCommandBufferKHR(fill));
    OK(khr.clReleaseCommandBufferKHR(read));
    stage_close(&stage);
    return 0;
}
