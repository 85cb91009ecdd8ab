/* hang: a release that does not come back, in a thread; main waits for it. */
/* SPDX-License-Identifier: Apache-2.0 */
#include <pthread.h>
#include <stdio.h>

#include "producer.h"

static void *let_go(void *array) {
    ((struct ArrowArray *)array)->release(array);
    return NULL;
}

int main(void) {
    pthread_t thread;
    struct ArrowArray array;
    export_array(some_array(4, RELEASE_WAITS), &array, NULL);
    pthread_create(&thread, NULL, let_go, &array);
    producer_wait();
    puts("hanging");
    fflush(stdout);
    pthread_join(thread, NULL);
    return 0;
}
