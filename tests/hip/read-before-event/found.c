/* A consumer copies on its own stream and does not wait for the event.
 *
 * expect: read-before-event error consumer main at read
 * says: hipStreamWaitEvent(stream, *(hipEvent_t *)arr->sync_event, 0)
 * seen: 1 array, 1 schema */
/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/hip/lib/stage.h"

int main(void) {
    struct stage stage = stage_open();
    struct ArrowDeviceArray array;
    HOLD(stage.producer);
    OK(hipMemsetAsync(stage.column, NEW, SIZE, stage.producer));
    OK(hipEventRecord(stage.written, stage.producer));
    stage_give(ROCM, stage.column, &stage.written, &array);
    OK(hipMemcpyAsync(stage.copy, array.array.buffers[1], SIZE, hipMemcpyDeviceToHost, // <- read
                      stage.consumer));
    OK(hipStreamSynchronize(stage.consumer));
    stage_expect(stage.copy, SIZE);
    LET_GO(stage.producer);
    OK(hipEventSynchronize(stage.written));
    array.array.release(&array.array);
    OK(hipFree(stage.column));
    stage_close(&stage);
    return 0;
}
