/* A synchronous copy is done for certain: from pinned memory when it returns, from pageable memory
 * once the host has waited for the default stream.
 *
 * expect: nothing
 * status: 0
 * seen: 2 arrays, 2 schemas */
/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/cuda/lib/stage.h"

static void give_and_read(struct stage *stage) {
    struct ArrowDeviceArray array;
    stage_give(CUDA, stage->column, NULL, &array);
    OK(cuMemcpyDtoDAsync(stage->copy, values_of(&array), SIZE, stage->consumer));
    OK(cuStreamSynchronize(stage->consumer));
    array.array.release(&array.array);
}

int main(void) {
    static char pageable[SIZE];
    struct stage stage = stage_open();
    void *pinned;
    OK(cuMemAllocHost(&pinned, SIZE));
    OK(cuMemcpyHtoD(stage.column, pinned, SIZE));
    give_and_read(&stage);
    OK(cuMemcpyHtoD(stage.column, pageable, SIZE));
    OK(cuStreamSynchronize(NULL));
    give_and_read(&stage);
    OK(cuMemFreeHost(pinned));
    stage_close(&stage);
    return 0;
}
