/* Threads go on while the process ends, and crash on what its end has taken from them; here, once
 * the main thread has a child, which makes the report. Without us the process is gone by then.
 *
 * expect: nothing
 * status: 0
 * seen: 1 array */
/* SPDX-License-Identifier: Apache-2.0 */
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "producer.h"

static void *crash_late(void *aborts) {
    char path[64], byte;
    snprintf(path, sizeof(path), "/proc/self/task/%d/children", getpid());
    int children = open(path, O_RDONLY);
    while (pread(children, &byte, 1, 0) != 1)
        usleep(500);
    if (aborts)
        abort();
    *(volatile int *)16 = 1;
    return NULL;
}

int main(void) {
    struct ArrowArray array;
    pthread_t threads[2];
    pthread_create(&threads[0], NULL, crash_late, NULL);
    pthread_create(&threads[1], NULL, crash_late, &array);
    export_array(some_array(4, RELEASE_CLEARS), &array, NULL);
    array.release(&array);
    return 0;
}
