/* A thread that still runs at the end holds an array: it may yet release it, so a warning.
 *
 * expect: never-released warning last-holder main at here
 * seen: 1 array */
/* SPDX-License-Identifier: Apache-2.0 */
#include <pthread.h>
#include <semaphore.h>
#include <unistd.h>

#include "producer.h"

static sem_t made;

static void *work(void *unused) {
    (void)unused;
    struct ArrowArray array;
    export_array(some_array(4, RELEASE_GOOD), &array, NULL); // <- here
    sem_post(&made);
    pause();
    array.release(&array);
    return NULL;
}

int main(void) {
    pthread_t thread;
    sem_init(&made, 0, 0);
    pthread_create(&thread, NULL, work, NULL);
    sem_wait(&made);
    return 0;
}
