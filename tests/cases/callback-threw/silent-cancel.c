/* Threads that end inside a callback, by pthread_exit and by cancellation, unwind but throw
 * nothing.
 *
 * expect: nothing
 * seen: 2 arrays */
/* SPDX-License-Identifier: Apache-2.0 */
#include <pthread.h>
#include <stdio.h>

#include "producer.h"

static void *work(void *array) {
    ((struct ArrowArray *)array)->release(array);
    return NULL;
}

int main(void) {
    pthread_t thread;
    void *result;
    struct ArrowArray ends, waits;
    export_array(some_array(4, RELEASE_ENDS_THREAD), &ends, NULL);
    pthread_create(&thread, NULL, work, &ends);
    pthread_join(thread, NULL);

    export_array(some_array(4, RELEASE_WAITS), &waits, NULL);
    pthread_create(&thread, NULL, work, &waits);
    producer_wait();
    pthread_cancel(thread);
    pthread_join(thread, &result);
    puts(result == PTHREAD_CANCELED ? "cancelled" : "ran on");
    return 0;
}
