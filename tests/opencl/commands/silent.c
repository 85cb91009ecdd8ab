/* The reader's command buffer waits for the event that the writer's gave; it copies more commands
 * than one page of ours holds, and is enqueued on another queue than it was made for.
 *
 * expect: nothing
 * seen: 1 array, 1 schema */
/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/opencl/lib/commands.h"

int main(void) {
    struct stage stage = stage_open();
    struct ArrowDeviceArray array;
    unsigned char seen[SIZE];
    commands_find(&stage);
    cl_mem column = stage_buffer(&stage), copy = stage_buffer(&stage);
    cl_event gate = clCreateUserEvent(stage.context, NULL), written;
    cl_command_buffer_khr fill = commands_fill(stage.producer, column);
    cl_command_buffer_khr read = commands_of(stage.producer);
    for (size_t at = 0; at < SIZE; at += SIZE / 128)
        OK(khr.clCommandCopyBufferKHR(read, NULL, column, copy, at, at, SIZE / 128, 0, NULL, NULL,
                                      NULL));
    OK(khr.clFinalizeCommandBufferKHR(read));
    OK(khr.clEnqueueCommandBufferKHR(0, NULL, fill, 1, &gate, &written));
    OK(clFlush(stage.producer));
    stage_give(column, &written, &array);
    OK(khr.clEnqueueCommandBufferKHR(1, &stage.consumer, read, 1, &written, NULL));
    OK(clFlush(stage.consumer));
    OK(clSetUserEventStatus(gate, CL_COMPLETE));
    OK(clEnqueueReadBuffer(stage.consumer, copy, CL_TRUE, 0, SIZE, seen, 0, NULL, NULL));
    stage_expect(stage_stale(seen), 0);
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
