/* A copy of rows out of a table of two columns side by side: those of the other column are not
 * read.
 *
 * expect: nothing
 * status: 0
 * seen: 1 array, 1 schema */
/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/cuda/lib/stage.h"

int main(void) {
    struct stage stage = stage_open();
    struct ArrowDeviceArray array;
    CUdeviceptr table;
    OK(cuMemAlloc(&table, 2 * SIZE + 2 * SIZE));
    OK(cuMemsetD8Async(table + SIZE, 7, SIZE, stage.producer));
    OK(cuEventRecord(stage.written, stage.producer));
    stage_give(CUDA, table + SIZE, &stage.written, &array);
    CUDA_MEMCPY2D copy = {.srcMemoryType = CU_MEMORYTYPE_DEVICE,
                          .srcDevice = table,
                          .srcPitch = 2 * SIZE,
                          .dstMemoryType = CU_MEMORYTYPE_DEVICE,
                          .dstDevice = stage.copy,
                          .dstPitch = 1024,
                          .WidthInBytes = 1024,
                          .Height = 2};
    OK(cuMemcpy2DAsync(&copy, stage.consumer));
    OK(cuCtxSynchronize());
    array.array.release(&array.array);
    OK(cuMemFree(table));
    stage_close(&stage);
    return 0;
}
