/* A copy of many rows with gaps between them does not wait: its first rows are read for certain.
 *
 * expect: read-before-event error consumer main at read
 * seen: 1 array, 1 schema */
/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/cuda/lib/stage.h"

int main(void) {
    struct stage stage = stage_open();
    struct ArrowDeviceArray array;
    OK(cuMemsetD8Async(stage.column, 7, SIZE, stage.producer));
    OK(cuEventRecord(stage.written, stage.producer));
    stage_give(CUDA, stage.column, &stage.written, &array);
    CUDA_MEMCPY2D copy = {.srcMemoryType = CU_MEMORYTYPE_DEVICE,
                          .srcDevice = values_of(&array),
                          .srcPitch = 1024,
                          .dstMemoryType = CU_MEMORYTYPE_DEVICE,
                          .dstDevice = stage.copy,
                          .dstPitch = 512,
                          .WidthInBytes = 512,
                          .Height = 1000};
    OK(cuMemcpy2DAsync(&copy, stage.consumer)); // <- read
    OK(cuCtxSynchronize());
    array.array.release(&array.array);
    stage_close(&stage);
    return 0;
}
