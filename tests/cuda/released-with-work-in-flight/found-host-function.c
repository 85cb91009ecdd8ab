/* A host function releases the array; it was put on the stream before the read, not behind it.
 *
 * expect: released-with-work-in-flight error consumer main at release
 * seen: 1 array, 1 schema */
/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/cuda/lib/stage.h"

static void CUDA_CB drop(void *data) {
    struct ArrowArray *array = data;
    array->release(array); // <- release
}

int main(void) {
    struct stage stage = stage_open();
    struct ArrowDeviceArray array;
    OK(cuMemsetD8Async(stage.column, 7, SIZE, stage.producer));
    OK(cuEventRecord(stage.written, stage.producer));
    stage_give(CUDA, stage.column, &stage.written, &array);
    OK(cuStreamWaitEvent(stage.consumer, stage.written, 0));
    OK(cuStreamSynchronize(stage.consumer));
    driver_hold(stage.consumer);
    OK(cuLaunchHostFunc(stage.consumer, drop, &array));
    OK(cuMemcpyDtoDAsync(stage.copy, values_of(&array), SIZE, stage.consumer));
    driver_let_go(stage.consumer);
    OK(cuStreamSynchronize(stage.consumer));
    stage_close(&stage);
    return 0;
}
