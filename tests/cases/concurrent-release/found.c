/* A second thread releases the struct while the first is still inside its callback.
 *
 * expect: concurrent-release error consumer main at second before first
 * seen: 1 array */
/* SPDX-License-Identifier: Apache-2.0 */
#include <pthread.h>

#include "producer.h"

static struct ArrowArray array;
static void (*release)(struct ArrowArray *);

static void *first(void *unused) {
    array.release(&array); // <- first
    return unused;
}

static void *second(void *unused) {
    release(&array); // <- second
    producer_say();
    return unused;
}

int main(void) {
    pthread_t threads[2];
    export_array(some_array(4, RELEASE_WAITS), &array, NULL);
    release = array.release;
    pthread_create(&threads[0], NULL, first, NULL);
    producer_wait();
    pthread_create(&threads[1], NULL, second, NULL);
    producer_wait();
    producer_go();
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
