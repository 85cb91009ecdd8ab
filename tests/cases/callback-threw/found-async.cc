/* Exceptions leave a handler's on_next_task, a task's extract_data and a producer's request; the
 * stream goes on.
 *
 * expect: callback-threw error consumer main at next by next-task
 * expect: callback-threw error producer main at extract by extract-data
 * expect: callback-threw error producer main at request
 * seen: 1 schema, 1 stream */
/* SPDX-License-Identifier: Apache-2.0 */
#include <cstdio>

#include "flow.h"

static int on_schema(struct ArrowAsyncDeviceStreamHandler *self, struct ArrowSchema *schema) {
    schema->release(schema);
    try {
        self->producer->request(self->producer, 1); // <- request
    } catch (int number) {
        std::printf("caught %d\n", number);
    }
    return 0;
}

static int on_next_task(struct ArrowAsyncDeviceStreamHandler *, // <- next-task
                        struct ArrowAsyncTask *task, const char *) {
    struct ArrowDeviceArray data;
    try {
        task->extract_data(task, &data); // <- extract
    } catch (int number) {
        std::printf("caught %d\n", number);
    }
    throw 3;
}

static int extract_data(struct ArrowAsyncTask *, // <- extract-data
                        struct ArrowDeviceArray *) {
    throw 2;
}

static void request(struct ArrowAsyncProducer *, int64_t) {
    throw 1;
}

int main() {
    struct ArrowAsyncDeviceStreamHandler handler;
    struct flow flow;
    struct ArrowAsyncTask task = {extract_data, nullptr};
    flow_handler(&handler);
    handler.on_schema = on_schema;
    handler.on_next_task = on_next_task;
    flow_open(&flow, &handler);
    flow.producer.request = request;
    FLOW_SCHEMA(&flow);
    try {
        handler.on_next_task(&handler, &task, nullptr); // <- next
    } catch (int number) {
        std::printf("caught %d\n", number);
    }
    FLOW_RELEASE(&flow);
    return 0;
}
