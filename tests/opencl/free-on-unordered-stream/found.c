/* A read is in flight at the release: the producer's queue waits for it, the one that frees does
 * not.
 *
 * expect: released-with-work-in-flight warning consumer main at release
 * expect: free-on-unordered-stream error producer - at free
 * says: or free on the queue
 * seen: 1 array, 1 schema */
/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/opencl/lib/stage.h"

int main(void) {
    struct stage stage = stage_open();
    struct ArrowDeviceArray array;
    static volatile unsigned char seen[SIZE];
    cl_command_queue other = stage_unordered(&stage);
    void *column = stage_shared(&stage);
    cl_event gate = clCreateUserEvent(stage.context, NULL), read;
    stage_give(column, NULL, &array);
    OK(clEnqueueSVMMemcpy(stage.consumer, CL_FALSE, (void *)seen, column, SIZE, 1, &gate, &read));
    OK(clFlush(stage.consumer));
    OK(clEnqueueMarkerWithWaitList(stage.producer, 1, &read, NULL));
    array.array.release(&array.array); // <- release
    OK(clSetUserEventStatus(gate, CL_COMPLETE));
    while (seen[SIZE - 1] != OLD) /* no order, but it keeps this program from a crash */
        continue;
    OK(clEnqueueSVMFree(other, 1, &column, NULL, NULL, 0, NULL, NULL)); // <- free
    OK(clFinish(other));
    clReleaseEvent(gate);
    clReleaseEvent(read);
    clReleaseCommandQueue(other);
    stage_close(&stage);
    return 0;
}
