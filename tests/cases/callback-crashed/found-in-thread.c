/* The crash happens in another thread than the one that everybody looks at.
 *
 * expect: callback-crashed error producer libproducer.so at releases.h:crash
 * expect: held-at-abrupt-end note none -
 * status: SIGSEGV
 * seen: 1 array */
/* SPDX-License-Identifier: Apache-2.0 */
#include <pthread.h>

#include "producer.h"

static void *work(void *array) {
    ((struct ArrowArray *)array)->release(array);
    return NULL;
}

int main(void) {
    pthread_t thread;
    struct ArrowArray array;
    export_array(some_array(4, RELEASE_CRASHES), &array, NULL);
    pthread_create(&thread, NULL, work, &array);
    pthread_join(thread, NULL);
    return 0;
}
