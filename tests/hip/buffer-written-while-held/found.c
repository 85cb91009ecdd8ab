/* The producer fills every second row of a column that is held; a copy of boxes tells the rows.
 *
 * expect: buffer-written-while-held error both main at written
 * seen: 1 array, 1 schema */
/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/hip/lib/stage.h"

int main(void) {
    struct stage stage = stage_open();
    struct ArrowDeviceArray array;
    stage_give(ROCM, stage.column, NULL, &array);
    OK(hipMemset2DAsync(stage.column, 128, NEW, 64, SIZE / 128, stage.producer)); // <- written
    OK(hipStreamSynchronize(stage.producer));
    array.array.release(&array.array);
    OK(hipFree(stage.column));
    stage_close(&stage);
    return 0;
}
