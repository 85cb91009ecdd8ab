/* A kernel of a module gets its parameters as one buffer of bytes: a word there that points to the
 * column is weaker evidence.
 *
 * expect: read-before-event warning consumer main at read
 * seen: 1 array, 1 schema */
/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/hip/lib/stage.h"

int main(void) {
    struct stage stage = stage_open();
    struct ArrowDeviceArray array;
    hipFunction_t copy = stage_function("copy_bytes");
    HOLD(stage.producer);
    OK(hipMemsetAsync(stage.column, NEW, SIZE, stage.producer));
    OK(hipEventRecord(stage.written, stage.producer));
    stage_give(ROCM, stage.column, &stage.written, &array);
    struct {
        const void *to, *from;
        size_t n;
    } parameters = {stage.copy, array.array.buffers[1], SIZE};
    size_t size = sizeof(parameters);
    void *extra[] = {HIP_LAUNCH_PARAM_BUFFER_POINTER, &parameters, HIP_LAUNCH_PARAM_BUFFER_SIZE,
                     &size, HIP_LAUNCH_PARAM_END};
    OK(hipModuleLaunchKernel(copy, 1, 1, 1, 1, 1, 1, 0, stage.consumer, NULL, extra)); // <- read
    OK(hipStreamSynchronize(stage.consumer));
    stage_expect(stage.copy, SIZE);
    LET_GO(stage.producer);
    OK(hipEventSynchronize(stage.written));
    array.array.release(&array.array);
    OK(hipFree(stage.column));
    stage_close(&stage);
    return 0;
}
