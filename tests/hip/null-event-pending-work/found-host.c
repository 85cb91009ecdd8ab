/* An array of pinned memory without an event is handed over while a copy to it has not been done.
 *
 * expect: null-event-pending-work error producer ? at stage.c:give
 * seen: 1 array, 1 schema */
/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/hip/lib/stage.h"

int main(void) {
    struct stage stage = stage_open();
    struct ArrowDeviceArray array;
    OK(hipMemcpyAsync(stage.copy, stage.column, SIZE, hipMemcpyDeviceToHost, stage.producer));
    stage_give(ROCM_HOST, stage.copy, NULL, &array);
    OK(hipStreamSynchronize(stage.producer));
    array.array.release(&array.array);
    OK(hipFree(stage.column));
    stage_close(&stage);
    return 0;
}
