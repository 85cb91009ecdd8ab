/* A wait for the array's event takes longer than it may.
 *
 * expect: event-wait-slow warning none - at waits
 * options: event_timeout_ms=10
 * seen: 1 array, 1 schema */
/* SPDX-License-Identifier: Apache-2.0 */
#include <pthread.h>
#include <sched.h>
#include <unistd.h>

#include "tests/hip/lib/stage.h"

/* The stream goes on a while after the wait has begun. */
static void *go_on_late(void *stream) {
    while (driver_calls("cuEventSynchronize") == 0)
        sched_yield();
    usleep(50000);
    LET_GO(stream);
    return NULL;
}

int main(void) {
    struct stage stage = stage_open();
    struct ArrowDeviceArray array;
    pthread_t thread;
    HOLD(stage.producer);
    OK(hipMemsetAsync(stage.column, NEW, SIZE, stage.producer));
    OK(hipEventRecord(stage.written, stage.producer));
    stage_give(ROCM, stage.column, &stage.written, &array);
    pthread_create(&thread, NULL, go_on_late, stage.producer);
    OK(hipEventSynchronize(stage.written)); // <- waits
    pthread_join(thread, NULL);
    array.array.release(&array.array);
    OK(hipFree(stage.column));
    stage_close(&stage);
    return 0;
}
