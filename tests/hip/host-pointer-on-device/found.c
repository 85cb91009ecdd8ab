/* An array is said to lie on the device, and its buffer is memory that HIP knows nothing of.
 *
 * expect: host-pointer-on-device error producer ? at stage.c:give
 * seen: 1 array, 1 schema */
/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/hip/lib/stage.h"

int main(void) {
    struct stage stage = stage_open();
    struct ArrowDeviceArray array;
    void *bytes = calloc(1, SIZE);
    stage_give(ROCM, bytes, NULL, &array);
    array.array.release(&array.array);
    free(bytes);
    OK(hipFree(stage.column));
    stage_close(&stage);
    return 0;
}
