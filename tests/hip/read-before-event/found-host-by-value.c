/* The pointer lies in a struct that a kernel of the host's code takes by value: the program's own
 * code object says that there are bytes enough.
 *
 * expect: read-before-event error consumer main at read
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
    struct view from = {array.array.buffers[1], SIZE};
    void *params[] = {&from, &stage.copy};
    OK(hipLaunchKernel(stage_by_value, ONE, ONE, params, 0, stage.consumer)); // <- read
    OK(hipStreamSynchronize(stage.consumer));
    LET_GO(stage.producer);
    OK(hipEventSynchronize(stage.written));
    array.array.release(&array.array);
    OK(hipFree(stage.column));
    stage_close(&stage);
    return 0;
}
