/* The event was recorded on another stream than the one that writes. The consumer waits for it, as
 * it must, and still reads too early: that is the producer's fault alone.
 *
 * expect: event-before-data error producer libstage.so at stage.c:give
 * seen: 1 array, 1 schema */
/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/cuda/lib/stage.h"

int main(void) {
    struct stage stage = stage_open();
    struct ArrowDeviceArray array;
    CUstream other;
    OK(cuStreamCreate(&other, CU_STREAM_NON_BLOCKING));
    OK(cuMemsetD8Async(stage.column, 7, SIZE, stage.producer));
    OK(cuEventRecord(stage.written, other));
    stage_give(CUDA, stage.column, &stage.written, &array);
    OK(cuStreamWaitEvent(stage.consumer, *(CUevent *)array.sync_event, 0));
    OK(cuMemcpyDtoDAsync(stage.copy, values_of(&array), SIZE, stage.consumer));
    OK(cuCtxSynchronize());
    array.array.release(&array.array);
    OK(cuStreamDestroy(other));
    stage_close(&stage);
    return 0;
}
