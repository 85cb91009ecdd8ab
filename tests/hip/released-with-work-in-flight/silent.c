/* Released while a read goes on; the producer gives the memory back by hipFree, which is documented
 * to wait for the device.
 *
 * expect: nothing
 * seen: 1 array, 1 schema */
/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/hip/lib/stage.h"

static void give_back(void *bytes, hipEvent_t *event) {
    OK(hipFree(bytes));
}

int main(void) {
    struct stage stage = stage_open();
    struct ArrowDeviceArray array;
    stage_release = give_back;
    stage_give(ROCM, stage.column, NULL, &array);
    OK(hipMemcpyAsync(stage.copy, array.array.buffers[1], SIZE, hipMemcpyDeviceToHost,
                      stage.consumer));
    array.array.release(&array.array);
    stage_expect(stage.copy, SIZE);
    stage_close(&stage);
    return 0;
}
