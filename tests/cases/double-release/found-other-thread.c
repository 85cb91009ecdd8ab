/* Two threads share one struct by copy; the second one to be done releases it again.
 *
 * expect: double-release error consumer main at second before first origin export
 * seen: 1 array */
/* SPDX-License-Identifier: Apache-2.0 */
#include <pthread.h>

#include "producer.h"

static void *work(void *copy) {
    struct ArrowArray *array = copy;
    array->release(array); // <- first
    return NULL;
}

int main(void) {
    pthread_t thread;
    struct ArrowArray array, copy;
    export_array(some_array(4, RELEASE_GOOD), &array, NULL); // <- export
    copy = array;
    pthread_create(&thread, NULL, work, &copy);
    pthread_join(thread, NULL);
    array.release(&array); // <- second
    return 0;
}
