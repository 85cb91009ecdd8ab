/* hang: a release that does not come back, in a thread; main waits for it.
 *
 * hang [forked]   forked: in a child, at a place where others did come back, before the fork too */
/* SPDX-License-Identifier: Apache-2.0 */
#include <pthread.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

#include "producer.h"

static void *let_go(void *array) {
    ((struct ArrowArray *)array)->release(array);
    return NULL;
}

static void trade(enum release how) {
    struct ArrowArray array;
    export_array(some_array(4, how), &array, NULL);
    let_go(&array);
}

static int hang_in_child(void) {
    for (int i = 0; i < 5; i++)
        trade(RELEASE_GOOD);
    pid_t child = fork();
    for (int i = 0; i < 5 && child == 0; i++)
        trade(i < 4 ? RELEASE_GOOD : RELEASE_WAITS);
    return waitpid(child, NULL, 0) != child;
}

int main(int argc, char **argv) {
    pthread_t thread;
    if (argc > 1)
        return hang_in_child();
    struct ArrowArray array;
    export_array(some_array(4, RELEASE_WAITS), &array, NULL);
    pthread_create(&thread, NULL, let_go, &array);
    producer_wait();
    puts("hanging");
    fflush(stdout);
    pthread_join(thread, NULL);
    return 0;
}
