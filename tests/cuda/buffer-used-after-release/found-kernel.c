/* A kernel is given a pointer into an array that was released, and whose release freed its memory:
 * at once, or in the order of a stream.
 *
 * expect: buffer-used-after-release error consumer main at launch
 * expect: buffer-used-after-release error consumer main at again
 * seen: 2 arrays, 2 schemas */
/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/cuda/lib/stage.h"

static CUstream stream;

static void free_it(uintptr_t bytes) {
    OK(cuMemFree(bytes));
}

static void free_in_order(uintptr_t bytes) {
    OK(cuMemFreeAsync(bytes, stream));
}

static CUdeviceptr values_of_released(CUdeviceptr bytes, void (*release)(uintptr_t bytes)) {
    struct ArrowDeviceArray array;
    stage_release = release;
    stage_give(CUDA, bytes, NULL, &array);
    CUdeviceptr values = values_of(&array);
    array.array.release(&array.array);
    return values;
}

int main(void) {
    struct stage stage = stage_open();
    CUfunction kernel = stage_kernel();
    CUdeviceptr one, two, values;
    size_t n = 0;
    void *params[] = {&stage.copy, &values, &n};
    stream = stage.producer;
    OK(cuMemAlloc(&one, SIZE));
    OK(cuMemAllocAsync(&two, SIZE, stream));
    OK(cuStreamSynchronize(stream));
    values = values_of_released(one, free_it);
    OK(cuLaunchKernel(kernel, 1, 1, 1, 1, 1, 1, 0, stage.consumer, params, NULL)); // <- launch
    values = values_of_released(two, free_in_order);
    OK(cuLaunchKernel(kernel, 1, 1, 1, 1, 1, 1, 0, stage.consumer, params, NULL)); // <- again
    stage_close(&stage);
    return 0;
}
