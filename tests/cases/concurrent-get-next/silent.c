/* Two threads read one stream, a lock in between.
 *
 * expect: nothing
 * seen: 8 arrays, 1 stream */
/* SPDX-License-Identifier: Apache-2.0 */
#include <pthread.h>
#include <stdio.h>

#include "producer.h"

static struct ArrowArrayStream stream;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int chunks;

static void *work(void *unused) {
    struct ArrowArray array;
    do {
        pthread_mutex_lock(&lock);
        stream.get_next(&stream, &array);
        chunks += array.release != NULL;
        pthread_mutex_unlock(&lock);
        if (array.release)
            array.release(&array), array.length = 1;
        else
            array.length = 0;
    } while (array.length);
    return unused;
}

int main(void) {
    pthread_t threads[2];
    export_stream(some_stream(8, STREAM_GOOD), &stream);
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, work, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    printf("%d chunks\n", chunks);
    stream.release(&stream);
    return 0;
}
