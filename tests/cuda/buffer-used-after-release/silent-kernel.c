/* Kernels are given what lies where an array was: memory that was got anew, of the same pool, and
 * memory that the release did not free.
 *
 * expect: nothing
 * status: 0
 * seen: 2 arrays, 2 schemas */
/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/cuda/lib/stage.h"

static CUstream stream;

static void free_in_order(uintptr_t bytes) {
    OK(cuMemFreeAsync(bytes, stream));
}

static void give_and_release(CUdeviceptr bytes, void (*release)(uintptr_t bytes)) {
    struct ArrowDeviceArray array;
    stage_release = release;
    stage_give(CUDA, bytes, NULL, &array);
    array.array.release(&array.array);
}

int main(void) {
    struct stage stage = stage_open();
    CUfunction kernel = stage_kernel();
    CUdeviceptr bytes;
    size_t n = 0;
    void *params[] = {&stage.copy, &bytes, &n};
    stream = stage.producer;
    OK(cuMemAllocAsync(&bytes, SIZE, stream));
    OK(cuStreamSynchronize(stream));
    give_and_release(bytes, free_in_order);
    OK(cuMemAllocAsync(&bytes, SIZE, stream));
    OK(cuLaunchKernel(kernel, 1, 1, 1, 1, 1, 1, 0, stream, params, NULL));
    OK(cuMemFreeAsync(bytes, stream));
    give_and_release(stage.column, NULL);
    bytes = stage.column;
    OK(cuLaunchKernel(kernel, 1, 1, 1, 1, 1, 1, 0, stream, params, NULL));
    stage_close(&stage);
    return 0;
}
