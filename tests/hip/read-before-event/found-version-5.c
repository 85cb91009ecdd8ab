/* Of a runtime of version 5 types are numbered otherwise; a copy of rows is read all the same.
 *
 * expect: read-before-event error consumer main at read
 * seen: 1 array, 1 schema */
/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/hip/lib/stage.h"

int main(void) {
    setenv("ARROWDEV_HIP_VERSION", "5", 1);
    struct stage stage = stage_open();
    struct ArrowDeviceArray array;
    HOLD(stage.producer);
    OK(hipMemsetAsync(stage.column, NEW, SIZE, stage.producer));
    OK(hipEventRecord(stage.written, stage.producer));
    stage_give(ROCM, stage.column, &stage.written, &array);
    OK(hipMemcpy2DAsync(stage.copy, 64, array.array.buffers[1], 64, 64, SIZE / 64, // <- read
                        hipMemcpyDeviceToHost, stage.consumer));
    OK(hipStreamSynchronize(stage.consumer));
    stage_expect(stage.copy, SIZE);
    LET_GO(stage.producer);
    OK(hipEventSynchronize(stage.written));
    array.array.release(&array.array);
    OK(hipFree(stage.column));
    stage_close(&stage);
    return 0;
}
