/* A thread with a cancellation pending hands structures over: it ends where it would have ended, at
 * its own next cancellation point, and not inside of us.
 *
 * expect: nothing
 * seen: 1 array, 1 schema */
/* SPDX-License-Identifier: Apache-2.0 */
#include <pthread.h>
#include <stdio.h>

#include "producer.h"

static void *work(void *unused) {
    struct ArrowArray array;
    struct ArrowSchema schema;
    pthread_cancel(pthread_self());
    export_array(some_struct(4, 2, RELEASE_CHECKS_ITSELF), &array, &schema);
    array.release(&array);
    schema.release(&schema);
    fputs("all released\n", stdout);
    pthread_testcancel();
    fputs("not reached\n", stdout);
    return unused;
}

int main(void) {
    pthread_t thread;
    void *result;
    setvbuf(stdout, NULL, _IOFBF, BUFSIZ);
    pthread_create(&thread, NULL, work, NULL);
    pthread_join(thread, &result);
    puts(result == PTHREAD_CANCELED ? "cancelled" : "ended");
    return 0;
}
