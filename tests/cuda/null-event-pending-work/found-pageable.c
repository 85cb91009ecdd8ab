/* A synchronous copy from pageable memory returns once its source is staged: what is left of it may
 * still be on its way when the array is handed over without an event, and a stream that does not
 * wait for the default one reads too early.
 *
 * expect: null-event-pending-work warning producer libstage.so at stage.c:give
 * expect: read-before-event error consumer main at read
 * seen: 1 array, 1 schema */
/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/cuda/lib/stage.h"

int main(void) {
    static char pageable[SIZE];
    struct stage stage = stage_open();
    struct ArrowDeviceArray array;
    OK(cuMemcpyHtoD(stage.column, pageable, SIZE));
    stage_give(CUDA, stage.column, NULL, &array);
    OK(cuMemcpyDtoDAsync(stage.copy, values_of(&array), SIZE, stage.consumer)); // <- read
    OK(cuCtxSynchronize());
    array.array.release(&array.array);
    stage_close(&stage);
    return 0;
}
