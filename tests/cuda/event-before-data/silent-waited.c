/* The event was recorded on another stream, which waits for the one that writes.
 *
 * expect: nothing
 * status: 0
 * seen: 1 array, 1 schema */
/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/cuda/lib/stage.h"

int main(void) {
    struct stage stage = stage_open();
    struct ArrowDeviceArray array;
    CUstream other;
    CUevent joined;
    OK(cuStreamCreate(&other, CU_STREAM_NON_BLOCKING));
    OK(cuEventCreate(&joined, CU_EVENT_DISABLE_TIMING));
    OK(cuMemsetD8Async(stage.column, 7, SIZE, stage.producer));
    OK(cuEventRecord(joined, stage.producer));
    OK(cuStreamWaitEvent(other, joined, 0));
    OK(cuEventRecord(stage.written, other));
    stage_give(CUDA, stage.column, &stage.written, &array);
    OK(cuStreamWaitEvent(stage.consumer, *(CUevent *)array.sync_event, 0));
    OK(cuMemcpyDtoDAsync(stage.copy, values_of(&array), SIZE, stage.consumer));
    OK(cuCtxSynchronize());
    array.array.release(&array.array);
    OK(cuEventDestroy(joined));
    OK(cuStreamDestroy(other));
    stage_close(&stage);
    return 0;
}
