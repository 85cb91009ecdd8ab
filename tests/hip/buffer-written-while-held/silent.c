/* Rows of one allocation: every second one is of the array, the others are filled and copied to.
 *
 * expect: nothing
 * seen: 1 array, 1 schema */
/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/hip/lib/stage.h"

int main(void) {
    struct stage stage = stage_open();
    struct ArrowDeviceArray array;
    char *both, *rows;
    OK(hipMalloc((void **)&both, 3 * SIZE));
    OK(hipHostMalloc((void **)&rows, 2 * SIZE, 0));
    stage_give(ROCM, both + SIZE, NULL, &array);
    OK(hipMemset2DAsync(both, 2 * SIZE, NEW, SIZE, 2, stage.producer));
    OK(hipMemcpy2DAsync(both, 2 * SIZE, rows, SIZE, SIZE, 2, hipMemcpyHostToDevice,
                        stage.producer));
    OK(hipStreamSynchronize(stage.producer));
    array.array.release(&array.array);
    OK(hipFree(both));
    OK(hipHostFree(rows));
    OK(hipFree(stage.column));
    stage_close(&stage);
    return 0;
}
