/* A thread with every signal blocked hands over what cannot be read.
 *
 * expect: uninitialised-struct error both main at here
 * seen: 1 array */
/* SPDX-License-Identifier: Apache-2.0 */
#include <pthread.h>
#include <signal.h>
#include <stdio.h>

#include "producer.h"

static void *work(void *unused) {
    struct ArrowArray array;
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, NULL);
    fake_manner = FAKE_IGNORES;
    import_array((struct ArrowArray *)0x40, NULL); // <- here
    export_array(some_array(4, RELEASE_GOOD), &array, NULL);
    array.release(&array);
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    pthread_join(thread, NULL);
    puts("all done");
    return 0;
}
