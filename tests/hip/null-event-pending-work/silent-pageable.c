/* A copy of memory that is not pinned is done when its call returns: so HIP documents it.
 *
 * expect: nothing
 * seen: 1 array, 1 schema */
/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/hip/lib/stage.h"

int main(void) {
    static char pageable[SIZE];
    struct stage stage = stage_open();
    struct ArrowDeviceArray array;
    OK(hipMemcpyAsync(stage.column, pageable, SIZE, hipMemcpyHostToDevice, stage.producer));
    stage_give(ROCM, stage.column, NULL, &array);
    OK(hipMemcpyAsync(stage.copy, array.array.buffers[1], SIZE, hipMemcpyDeviceToHost,
                      stage.consumer));
    OK(hipStreamSynchronize(stage.consumer));
    stage_expect(stage.copy, 0);
    array.array.release(&array.array);
    OK(hipFree(stage.column));
    stage_close(&stage);
    return 0;
}
