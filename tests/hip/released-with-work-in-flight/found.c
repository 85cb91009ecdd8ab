/* Released while a read goes on; the producer gives the memory to another writer.
 *
 * expect: released-with-work-in-flight error consumer main at released before read
 * seen: 1 array, 1 schema */
/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/hip/lib/stage.h"

static hipStream_t stream;

static void write_again(void *bytes, hipEvent_t *event) {
    OK(hipMemsetAsync(bytes, NEW, SIZE, stream));
}

int main(void) {
    struct stage stage = stage_open();
    struct ArrowDeviceArray array;
    stream = stage.producer;
    stage_release = write_again;
    stage_give(ROCM, stage.column, NULL, &array);
    HOLD(stage.consumer);
    OK(hipMemcpyAsync(stage.copy, array.array.buffers[1], SIZE, hipMemcpyDeviceToHost, // <- read
                      stage.consumer));
    array.array.release(&array.array); // <- released
    OK(hipStreamSynchronize(stage.producer));
    LET_GO(stage.consumer);
    OK(hipStreamSynchronize(stage.consumer));
    stage_expect(stage.copy, 0);
    OK(hipFree(stage.column));
    stage_close(&stage);
    return 0;
}
