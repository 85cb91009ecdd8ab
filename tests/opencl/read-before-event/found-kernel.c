/* A kernel of the consumer reads shared memory and does not wait.
 *
 * expect: read-before-event error consumer main at launch
 * seen: 1 array, 1 schema */
/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/opencl/lib/stage.h"

int main(void) {
    struct stage stage = stage_open();
    struct ArrowDeviceArray array;
    const size_t size = SIZE;
    void *column = stage_shared(&stage);
    unsigned char *copy = stage_shared(&stage);
    cl_event gate = clCreateUserEvent(stage.context, NULL), written;
    OK(clSetKernelArgSVMPointer(stage.write, 0, column));
    OK(clEnqueueNDRangeKernel(stage.producer, stage.write, 1, NULL, &size, NULL, 1, &gate,
                              &written));
    OK(clFlush(stage.producer));
    stage_give(column, &written, &array);
    OK(clSetKernelArgSVMPointer(stage.read, 0, column));
    OK(clSetKernelArgSVMPointer(stage.read, 1, copy));
    OK(clEnqueueNDRangeKernel(stage.consumer, stage.read, 1, NULL, &size, NULL, 0, // <- launch
                              NULL, NULL));
    OK(clFinish(stage.consumer));
    stage_expect(stage_stale(copy), SIZE);
    OK(clSetUserEventStatus(gate, CL_COMPLETE));
    OK(clFinish(stage.producer));
    array.array.release(&array.array);
    clReleaseEvent(gate);
    clReleaseEvent(written);
    clSVMFree(stage.context, column);
    clSVMFree(stage.context, copy);
    stage_close(&stage);
    return 0;
}
