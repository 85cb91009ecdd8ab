/* Pinned and managed memory may be handed over as the device's or as the host's.
 *
 * expect: nothing
 * seen: 3 arrays, 3 schemas */
/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/hip/lib/stage.h"

int main(void) {
    struct stage stage = stage_open();
    struct ArrowDeviceArray array;
    char *managed;
    OK(hipMallocManaged((void **)&managed, SIZE, hipMemAttachGlobal));
    stage_give(ROCM_HOST, stage.copy, NULL, &array);
    array.array.release(&array.array);
    stage_give(ROCM, managed, NULL, &array);
    array.array.release(&array.array);
    stage_give(ROCM, stage.column, NULL, &array);
    array.array.release(&array.array);
    OK(hipFree(managed));
    OK(hipFree(stage.column));
    stage_close(&stage);
    return 0;
}
