/* A kernel is given a pointer into an array that was released, and whose release freed its memory.
 *
 * expect: buffer-used-after-release error consumer main at launch
 * seen: 1 array, 1 schema */
/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/hip/lib/stage.h"

static void free_it(void *bytes, hipEvent_t *event) {
    OK(hipFree(bytes));
}

int main(void) {
    struct stage stage = stage_open();
    struct ArrowDeviceArray array;
    stage_release = free_it;
    stage_give(ROCM, stage.column, NULL, &array);
    const void *values = array.array.buffers[1];
    array.array.release(&array.array);
    size_t n = 0;
    void *params[] = {&stage.copy, &values, &n};
    OK(hipLaunchKernel(stage_copy, ONE, ONE, params, 0, stage.consumer)); // <- launch
    stage_close(&stage);
    return 0;
}
