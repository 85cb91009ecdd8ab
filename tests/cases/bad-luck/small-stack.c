/* A thread with the smallest stack there is makes and releases an array of several levels.
 *
 * expect: nothing
 * seen: 1 array, 1 schema */
/* SPDX-License-Identifier: Apache-2.0 */
#include <limits.h>
#include <pthread.h>
#include <stdio.h>

#include "producer.h"

static void *work(void *unused) {
    struct ArrowArray array;
    struct ArrowSchema schema;
    export_array(some_struct(4, 3, RELEASE_GOOD), &array, &schema);
    array.release(&array);
    schema.release(&schema);
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, PTHREAD_STACK_MIN);
    pthread_create(&thread, &attributes, work, NULL);
    pthread_join(thread, NULL);
    puts("all done");
    return 0;
}
