/* A get_next that never returns; said at the end of the process.
 *
 * options: callback_timeout_ms=20
 * expect: callback-stuck warning none - at here
 * expect: never-released warning last-holder main
 * seen: 1 stream */
/* SPDX-License-Identifier: Apache-2.0 */
#include <pthread.h>
#include <unistd.h>

#include "producer.h"

static struct ArrowArrayStream stream;

static void *read_it(void *unused) {
    struct ArrowArray array;
    stream.get_next(&stream, &array); // <- here
    return unused;
}

int main(void) {
    pthread_t thread;
    export_stream(some_stream(1, STREAM_WAITS), &stream);
    pthread_create(&thread, NULL, read_it, NULL);
    producer_wait();
    usleep(60000);
    return 0;
}
