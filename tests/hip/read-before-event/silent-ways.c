/* Each way to be after the event: the stream waits, the host waits, a query says so, the whole
 * device is waited for.
 *
 * expect: nothing
 * seen: 4 arrays, 4 schemas */
/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/hip/lib/stage.h"

static void stream_waits(struct stage *stage) {
    OK(hipStreamWaitEvent(stage->consumer, stage->written, 0));
}

static void host_waits(struct stage *stage) {
    OK(hipEventSynchronize(stage->written));
}

static void query_says_so(struct stage *stage) {
    while (hipEventQuery(stage->written) == hipErrorNotReady)
        ;
}

static void device_is_waited_for(struct stage *stage) {
    OK(hipDeviceSynchronize());
}

int main(void) {
    static void (*const ways[])(struct stage *) = {stream_waits, host_waits, query_says_so,
                                                   device_is_waited_for};
    struct stage stage = stage_open();
    for (unsigned i = 0; i < 4; i++) {
        struct ArrowDeviceArray array;
        OK(hipMemsetAsync(stage.column, NEW, SIZE, stage.producer));
        OK(hipEventRecord(stage.written, stage.producer));
        stage_give(ROCM, stage.column, &stage.written, &array);
        ways[i](&stage);
        OK(hipMemcpyAsync(stage.copy, array.array.buffers[1], SIZE, hipMemcpyDeviceToHost,
                          stage.consumer));
        OK(hipStreamSynchronize(stage.consumer));
        stage_expect(stage.copy, 0);
        array.array.release(&array.array);
    }
    OK(hipFree(stage.column));
    stage_close(&stage);
    return 0;
}
