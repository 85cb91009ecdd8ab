/* A library that the reports know releases it again, in a thread of its own: no frame is the
 * user's, and the report must not send him to the place that made the array.
 *
 * expect: double-release error consumer libduckdb.so before first origin export
 * says: tests/cases/lib/consumer.c:28:5: error: release of array#1 called a second time
 * seen: 1 array */
/* SPDX-License-Identifier: Apache-2.0 */
#include <dlfcn.h>
#include <pthread.h>

#include "producer.h"

typedef void *start_fn(void *array);

int main(void) {
    struct ArrowArray array, copy;
    pthread_t thread;
    start_fn *release = (start_fn *)dlsym(dlopen("libduckdb.so", RTLD_NOW), "consumer_release");
    export_array(some_array(4, RELEASE_GOOD), &array, NULL); // <- export
    copy = array;
    array.release(&array); // <- first
    pthread_create(&thread, NULL, release, &copy);
    pthread_join(thread, NULL);
    return 0;
}
