/* From inside on_schema, outside of all callbacks, on another thread, after a cancel and after the
 * end.
 *
 * expect: nothing
 * seen: 2 arrays, 1 schema, 1 stream */
/* SPDX-License-Identifier: Apache-2.0 */
#include <pthread.h>
#include <stdio.h>

#include "flow.h"

static void *ask(void *producer) {
    ((struct ArrowAsyncProducer *)producer)->request(producer, 1);
    return NULL;
}

int main(void) {
    struct ArrowAsyncDeviceStreamHandler handler;
    struct flow flow;
    pthread_t thread;
    flow_handler(&handler);
    flow_open(&flow, &handler);
    FLOW_SCHEMA(&flow);
    pthread_create(&thread, NULL, ask, &flow.producer);
    pthread_join(thread, NULL);
    FLOW_NEXT(&flow);
    flow.producer.cancel(&flow.producer);
    ask(&flow.producer);
    FLOW_NEXT(&flow);
    FLOW_END(&flow);
    ask(&flow.producer);
    FLOW_RELEASE(&flow);
    printf("%ld wanted\n", (long)flow.n_wanted);
    return 0;
}
