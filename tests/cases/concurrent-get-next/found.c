/* Two threads inside get_next of one stream.
 *
 * expect: concurrent-get-next error consumer main at second before first
 * seen: 2 arrays, 1 stream */
/* SPDX-License-Identifier: Apache-2.0 */
#include <pthread.h>

#include "producer.h"

static struct ArrowArrayStream stream;
static struct ArrowArray arrays[2];

static void *first(void *unused) {
    stream.get_next(&stream, &arrays[0]); // <- first
    return unused;
}

static void *second(void *unused) {
    stream.get_next(&stream, &arrays[1]); // <- second
    producer_say();
    return unused;
}

int main(void) {
    pthread_t threads[2];
    export_stream(some_stream(2, STREAM_WAITS), &stream);
    pthread_create(&threads[0], NULL, first, NULL);
    producer_wait();
    pthread_create(&threads[1], NULL, second, NULL);
    producer_wait();
    producer_go();
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    for (int i = 0; i < 2; i++)
        if (arrays[i].release)
            arrays[i].release(&arrays[i]);
    stream.release(&stream);
    return 0;
}
