/* Arrow's thread pools, Go and the JVM release wherever the last reference goes: any thread may.
 *
 * expect: nothing
 * seen: 1 array, 1 schema, 1 stream */
/* SPDX-License-Identifier: Apache-2.0 */
#include <pthread.h>

#include "producer.h"

static struct ArrowArray array;
static struct ArrowSchema schema;
static struct ArrowArrayStream stream;

static void *work(void *unused) {
    array.release(&array);
    schema.release(&schema);
    stream.release(&stream);
    return unused;
}

int main(void) {
    pthread_t thread;
    export_array(some_struct(4, 2, RELEASE_CHECKS_ITSELF), &array, &schema);
    export_stream(some_stream(2, STREAM_CHECKS_ITSELF), &stream);
    pthread_create(&thread, NULL, work, NULL);
    pthread_join(thread, NULL);
    return 0;
}
