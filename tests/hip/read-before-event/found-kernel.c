/* A kernel of the host's code is given the column before its event: by its parameters, which its
 * mangled name tells, it only reads there.
 *
 * expect: read-before-event error consumer main at read
 * seen: 1 array, 1 schema */
/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/hip/lib/stage.h"

int main(void) {
    struct stage stage = stage_open();
    struct ArrowDeviceArray array;
    char *to;
    size_t n = SIZE;
    OK(hipMalloc((void **)&to, SIZE));
    HOLD(stage.producer);
    OK(hipMemsetAsync(stage.column, NEW, SIZE, stage.producer));
    OK(hipEventRecord(stage.written, stage.producer));
    stage_give(ROCM, stage.column, &stage.written, &array);
    void *from = (void *)array.array.buffers[1];
    void *arguments[] = {&to, &from, &n};
    OK(hipLaunchKernel(stage_copy, ONE, ONE, arguments, 0, stage.consumer)); // <- read
    OK(hipStreamSynchronize(stage.consumer));
    OK(hipMemcpy(stage.copy, to, SIZE, hipMemcpyDeviceToHost));
    stage_expect(stage.copy, SIZE);
    LET_GO(stage.producer);
    OK(hipEventSynchronize(stage.written));
    array.array.release(&array.array);
    OK(hipFree(to));
    OK(hipFree(stage.column));
    stage_close(&stage);
    return 0;
}
