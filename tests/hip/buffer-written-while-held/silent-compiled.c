/* By its code object, in memory or in a file, a kernel only reads the column that is held; it may
 * write elsewhere.
 *
 * expect: nothing
 * seen: 1 array, 1 schema */
/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/hip/lib/stage.h"

int main(void) {
    struct stage stage = stage_open();
    struct ArrowDeviceArray array;
    hipFunction_t copies[] = {stage_compiled("copy_bytes"), stage_filed("copy_bytes")};
    char *to;
    size_t n = SIZE;
    OK(hipMalloc((void **)&to, SIZE));
    stage_give(ROCM, stage.column, NULL, &array);
    void *params[] = {&to, &stage.column, &n};
    for (unsigned i = 0; i < 2; i++)
        OK(hipModuleLaunchKernel(copies[i], 1, 1, 1, 1, 1, 1, 0, stage.consumer, params, NULL));
    OK(hipStreamSynchronize(stage.consumer));
    array.array.release(&array.array);
    OK(hipFree(to));
    OK(hipFree(stage.column));
    stage_close(&stage);
    return 0;
}
