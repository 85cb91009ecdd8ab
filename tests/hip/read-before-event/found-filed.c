/* A kernel of a code object in a file, which says where it has pointers.
 *
 * expect: read-before-event error consumer main at read
 * seen: 1 array, 1 schema */
/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/hip/lib/stage.h"

int main(void) {
    struct stage stage = stage_open();
    struct ArrowDeviceArray array;
    hipFunction_t copy = stage_filed("copy_bytes");
    char *to;
    size_t n = SIZE;
    OK(hipMalloc((void **)&to, SIZE));
    HOLD(stage.producer);
    OK(hipMemsetAsync(stage.column, NEW, SIZE, stage.producer));
    OK(hipEventRecord(stage.written, stage.producer));
    stage_give(ROCM, stage.column, &stage.written, &array);
    void *from = (void *)array.array.buffers[1];
    void *params[] = {&to, &from, &n};
    OK(hipModuleLaunchKernel(copy, 1, 1, 1, 1, 1, 1, 0, stage.consumer, params, NULL)); // <- read
    OK(hipStreamSynchronize(stage.consumer));
    LET_GO(stage.producer);
    OK(hipEventSynchronize(stage.written));
    array.array.release(&array.array);
    OK(hipFree(to));
    OK(hipFree(stage.column));
    stage_close(&stage);
    return 0;
}
