/* The event of the array is the one that is recorded when the kernel is done.
 *
 * expect: nothing
 * seen: 1 array, 1 schema */
/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/hip/lib/stage.h"

hipError_t hipExtModuleLaunchKernel(hipFunction_t function, uint32_t gx, uint32_t gy, uint32_t gz,
                                    uint32_t bx, uint32_t by, uint32_t bz, size_t shared,
                                    hipStream_t stream, void **params, void **extra,
                                    hipEvent_t start, hipEvent_t stop, uint32_t flags);

int main(void) {
    struct stage stage = stage_open();
    struct ArrowDeviceArray array;
    size_t n = SIZE;
    int value = NEW;
    void *arguments[] = {&stage.column, &n, &value};
    hipFunction_t fill = stage_function("_Z10fill_bytesPcmi");
    OK(hipExtModuleLaunchKernel(fill, 1, 1, 1, 1, 1, 1, 0, stage.producer, arguments, NULL, NULL,
                                stage.written, 0));
    stage_give(ROCM, stage.column, &stage.written, &array);
    OK(hipStreamWaitEvent(stage.consumer, stage.written, 0));
    OK(hipMemcpyAsync(stage.copy, array.array.buffers[1], SIZE, hipMemcpyDeviceToHost,
                      stage.consumer));
    OK(hipStreamSynchronize(stage.consumer));
    stage_expect(stage.copy, 0);
    array.array.release(&array.array);
    OK(hipFree(stage.column));
    stage_close(&stage);
    return 0;
}
