/* Kernels whose names tell nothing: their code object, in memory or in a file, says where they have
 * pointers.
 *
 * expect: read-before-event error consumer main at compiled
 * expect: read-before-event error consumer main at filed
 * seen: 1 array, 1 schema */
/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/hip/lib/stage.h"

#define LAUNCH(kernel)                                                                             \
    OK(hipModuleLaunchKernel(kernel, 1, 1, 1, 1, 1, 1, 0, stage.consumer, params, NULL))

int main(void) {
    struct stage stage = stage_open();
    struct ArrowDeviceArray array;
    char *to;
    size_t n = SIZE;
    OK(hipMalloc((void **)&to, SIZE));
    HOLD(stage.producer);
    OK(hipMemsetAsync(stage.column, NEW, SIZE, stage.producer));
    OK(hipEventRecord(stage.written, stage.producer));
    stage_give(ROCM, stage.column, &stage.written, &array);
    void *from = (void *)array.array.buffers[1];
    void *params[] = {&to, &from, &n};
    LAUNCH(stage_compiled("copy_bytes")); // <- compiled
    LAUNCH(stage_filed("copy_bytes"));    // <- filed
    OK(hipStreamSynchronize(stage.consumer));
    LET_GO(stage.producer);
    OK(hipEventSynchronize(stage.written));
    array.array.release(&array.array);
    OK(hipFree(to));
    OK(hipFree(stage.column));
    stage_close(&stage);
    return 0;
}
