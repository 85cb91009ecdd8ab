/* Two threads hand over the same new struct at the same moment, a thousand times: wrapped once.
 *
 * expect: nothing
 * seen: 1000 arrays */
/* SPDX-License-Identifier: Apache-2.0 */
#include <pthread.h>
#include <stdio.h>

#include "capsule.h"
#include "producer.h"

static struct ArrowArray array;
static struct capsule *capsule;
static pthread_barrier_t barrier;

static void *work(void *unused) {
    for (int i = 0; i < 1000; i++) {
        pthread_barrier_wait(&barrier);
        PyCapsule_GetPointer(capsule, "arrow_array");
        pthread_barrier_wait(&barrier);
    }
    return unused;
}

int main(void) {
    pthread_t threads[2];
    pthread_barrier_init(&barrier, NULL, 3);
    capsule = PyCapsule_New(&array, "arrow_array", NULL);
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, work, NULL);
    for (int i = 0; i < 1000; i++) {
        produce_struct(&array, 4, 2, RELEASE_CHECKS_ITSELF);
        pthread_barrier_wait(&barrier);
        pthread_barrier_wait(&barrier);
        array.release(&array);
    }
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    puts("done");
    return 0;
}
