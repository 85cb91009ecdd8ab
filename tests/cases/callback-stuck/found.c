/* A release takes longer than allowed; said when it returns.
 *
 * options: callback_timeout_ms=20
 * expect: callback-stuck warning none - at here
 * seen: 1 array */
/* SPDX-License-Identifier: Apache-2.0 */
#include <pthread.h>
#include <unistd.h>

#include "producer.h"

static void *let_go(void *unused) {
    (void)unused;
    producer_wait();
    usleep(60000);
    producer_go();
    return NULL;
}

int main(void) {
    pthread_t thread;
    struct ArrowArray array;
    export_array(some_array(4, RELEASE_WAITS), &array, NULL);
    pthread_create(&thread, NULL, let_go, NULL);
    array.release(&array); // <- here
    pthread_join(thread, NULL);
    return 0;
}
