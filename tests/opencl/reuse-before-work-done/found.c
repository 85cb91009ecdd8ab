/* The producer's queue waits for a read that is in flight at the release, and so could keep the
 * buffer for its next column; another queue of the producer fills it and does not wait.
 *
 * expect: released-with-work-in-flight warning consumer main at release
 * expect: reuse-before-work-done error producer - at reuse before read
 * says: into the wait list of
 * seen: 1 array, 1 schema */
/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/opencl/lib/stage.h"

int main(void) {
    struct stage stage = stage_open();
    struct ArrowDeviceArray array;
    const unsigned char old = OLD;
    unsigned char seen[SIZE];
    cl_mem column = stage_buffer(&stage);
    cl_command_queue other = stage_unordered(&stage);
    cl_event gate = clCreateUserEvent(stage.context, NULL), read;
    stage_write(stage.producer, column, NULL, NULL);
    OK(clFinish(stage.producer));
    stage_give(column, NULL, &array);
    OK(clEnqueueReadBuffer(stage.consumer, column, CL_FALSE, 0, SIZE, seen, 1, // <- read
                           &gate, &read));
    OK(clFlush(stage.consumer));
    OK(clEnqueueMarkerWithWaitList(stage.producer, 1, &read, NULL));
    array.array.release(&array.array);                                       // <- release
    OK(clEnqueueFillBuffer(other, column, &old, 1, 0, SIZE, 0, NULL, NULL)); // <- reuse
    OK(clFinish(other));
    OK(clSetUserEventStatus(gate, CL_COMPLETE));
    OK(clFinish(stage.consumer));
    stage_expect(stage_stale(seen), SIZE);
    clReleaseEvent(gate);
    clReleaseEvent(read);
    clReleaseMemObject(column);
    clReleaseCommandQueue(other);
    stage_close(&stage);
    return 0;
}
