/* Two threads inside the same callback at the same time, with two arrays.
 *
 * expect: nothing
 * seen: 2 arrays */
/* SPDX-License-Identifier: Apache-2.0 */
#include <pthread.h>

#include "producer.h"

static void *work(void *array) {
    ((struct ArrowArray *)array)->release(array);
    return NULL;
}

int main(void) {
    pthread_t threads[2];
    struct ArrowArray arrays[2];
    for (int i = 0; i < 2; i++) {
        export_array(some_array(4, RELEASE_WAITS), &arrays[i], NULL);
        pthread_create(&threads[i], NULL, work, &arrays[i]);
    }
    producer_wait();
    producer_wait();
    producer_go();
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
