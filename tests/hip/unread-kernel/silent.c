/* A kernel whose name does not tell its parameters: nothing is said of what it touches, and the
 * report says so.
 *
 * expect: nothing
 * limits: of HIP not watched: 1 launch of a kernel whose name does not tell its parameters
 * seen: 1 array, 1 schema */
/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/hip/lib/stage.h"

int main(void) {
    struct stage stage = stage_open();
    struct ArrowDeviceArray array;
    hipFunction_t fill = stage_function("fill_bytes");
    char *other;
    size_t n = SIZE;
    int value = NEW;
    OK(hipMalloc((void **)&other, SIZE));
    void *arguments[] = {&other, &n, &value};
    stage_give(ROCM, stage.column, NULL, &array);
    OK(hipModuleLaunchKernel(fill, 1, 1, 1, 1, 1, 1, 0, stage.producer, arguments, NULL));
    OK(hipStreamSynchronize(stage.producer));
    array.array.release(&array.array);
    OK(hipFree(other));
    OK(hipFree(stage.column));
    stage_close(&stage);
    return 0;
}
