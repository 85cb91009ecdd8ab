/* A host function says that the data is there, but it was put on the stream before the work that
 * makes the data: what is queued behind it is not done when it runs.
 *
 * expect: null-event-pending-work error producer libstage.so at stage.c:give
 * seen: 1 array, 1 schema */
/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/cuda/lib/stage.h"

#include <semaphore.h>

static void CUDA_CB say_done(void *done) {
    sem_post(done);
}

int main(void) {
    struct stage stage = stage_open();
    struct ArrowDeviceArray array;
    sem_t done;
    sem_init(&done, 0, 0);
    driver_hold(stage.producer);
    OK(cuLaunchHostFunc(stage.producer, say_done, &done));
    OK(cuMemsetD8Async(stage.column, 7, SIZE, stage.producer));
    driver_step(stage.producer);
    sem_wait(&done);
    stage_give(CUDA, stage.column, NULL, &array);
    driver_let_go(stage.producer);
    OK(cuStreamSynchronize(stage.producer));
    array.array.release(&array.array);
    stage_close(&stage);
    return 0;
}
