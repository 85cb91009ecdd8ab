/* A host function behind the work that makes the data, a stream's callback too: who has heard of it
 * is after that work.
 *
 * expect: nothing
 * status: 0
 * seen: 2 arrays, 2 schemas */
/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/cuda/lib/stage.h"

#include <semaphore.h>

static sem_t done;

static void CUDA_CB say_done(void *data) {
    sem_post(&done);
}

static void CUDA_CB say_called(CUstream stream, CUresult status, void *data) {
    sem_post(&done);
}

static void give_and_read(struct stage *stage) {
    struct ArrowDeviceArray array;
    sem_wait(&done);
    stage_give(CUDA, stage->column, NULL, &array);
    OK(cuMemcpyDtoDAsync(stage->copy, values_of(&array), SIZE, stage->consumer));
    OK(cuStreamSynchronize(stage->consumer));
    array.array.release(&array.array);
}

int main(void) {
    struct stage stage = stage_open();
    sem_init(&done, 0, 0);
    OK(cuMemsetD8Async(stage.column, 7, SIZE, stage.producer));
    OK(cuLaunchHostFunc(stage.producer, say_done, NULL));
    give_and_read(&stage);
    OK(cuMemsetD8Async(stage.column, 8, SIZE, stage.producer));
    OK(cuStreamAddCallback(stage.producer, say_called, NULL, 0));
    give_and_read(&stage);
    stage_close(&stage);
    return 0;
}
