/* Pinned memory is the host's, and the device reaches it, too: either device type is right; managed
 * memory is both's.
 *
 * expect: nothing
 * status: 0
 * seen: 3 arrays, 3 schemas */
/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/cuda/lib/stage.h"

static void give(int32_t device_type, uintptr_t bytes) {
    struct ArrowDeviceArray array;
    stage_give(device_type, bytes, NULL, &array);
    array.array.release(&array.array);
}

int main(void) {
    struct stage stage = stage_open();
    void *pinned;
    CUdeviceptr managed;
    OK(cuMemAllocHost(&pinned, SIZE));
    OK(cuMemAllocManaged(&managed, SIZE, CU_MEM_ATTACH_GLOBAL));
    give(CUDA_HOST, (uintptr_t)pinned);
    give(CUDA, (uintptr_t)pinned);
    give(CUDA_HOST, managed);
    OK(cuMemFree(managed));
    OK(cuMemFreeHost(pinned));
    stage_close(&stage);
    return 0;
}
