/* Threads that go on making and releasing while main returns, also after the report was written.
 *
 * expect: nothing
 * allow: never-released
 * allow: released-after-main
 * seen: any */
/* SPDX-License-Identifier: Apache-2.0 */
#include <pthread.h>
#include <semaphore.h>

#include "producer.h"

static sem_t begun;

static void *work(void *unused) {
    const struct source *source = some_array(4, RELEASE_CLEARS);
    for (long i = 0;; i++) {
        struct ArrowArray array;
        export_array(source, &array, NULL);
        array.release(&array);
        if (i == 100)
            sem_post(&begun);
    }
    return unused;
}

int main(void) {
    pthread_t thread;
    sem_init(&begun, 0, 0);
    for (int i = 0; i < 2; i++)
        pthread_create(&thread, NULL, work, NULL);
    for (int i = 0; i < 2; i++)
        sem_wait(&begun);
    return 0;
}
