/* The pointer lies in a struct that a kernel takes by value, in a buffer of parameters: its code
 * object says where.
 *
 * expect: read-before-event error consumer main at read
 * seen: 1 array, 1 schema */
/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/hip/lib/stage.h"

int main(void) {
    struct stage stage = stage_open();
    struct ArrowDeviceArray array;
    hipFunction_t kernel = stage_compiled("by_value");
    HOLD(stage.producer);
    OK(hipMemsetAsync(stage.column, NEW, SIZE, stage.producer));
    OK(hipEventRecord(stage.written, stage.producer));
    stage_give(ROCM, stage.column, &stage.written, &array);
    struct {
        struct view from;
        char *to;
    } parameters = {{array.array.buffers[1], SIZE}, stage.copy};
    size_t size = sizeof(parameters);
    void *extra[] = {HIP_LAUNCH_PARAM_BUFFER_POINTER, &parameters, HIP_LAUNCH_PARAM_BUFFER_SIZE,
                     &size, HIP_LAUNCH_PARAM_END};
    OK(hipModuleLaunchKernel(kernel, 1, 1, 1, 1, 1, 1, 0, stage.consumer, NULL, extra)); // <- read
    OK(hipStreamSynchronize(stage.consumer));
    LET_GO(stage.producer);
    OK(hipEventSynchronize(stage.written));
    array.array.release(&array.array);
    OK(hipFree(stage.column));
    stage_close(&stage);
    return 0;
}
