/* An array that says its memory is pinned memory of the host lies on a device.
 *
 * expect: host-pointer-on-device error producer libstage.so at stage.c:give
 * seen: 1 array, 1 schema */
/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/cuda/lib/stage.h"

int main(void) {
    struct stage stage = stage_open();
    struct ArrowDeviceArray array;
    stage_give(CUDA_HOST, stage.column, NULL, &array);
    array.array.release(&array.array);
    stage_close(&stage);
    return 0;
}
