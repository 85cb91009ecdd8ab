/* Calls from inside calls of the other side, where the interface forbids them.
 *
 * expect: async-callback-order error consumer main at request before fail
 * expect: async-callback-order error consumer main at cancel before release
 * expect: async-callback-order error producer main at next
 * expect: async-callback-order error producer main at end
 * seen: 1 array, 2 schemas, 2 streams */
/* SPDX-License-Identifier: Apache-2.0 */
#include "flow.h"

static struct ArrowAsyncDeviceStreamHandler handler;
static struct flow flow;

static void on_error(struct ArrowAsyncDeviceStreamHandler *self, int code, const char *message,
                     const char *metadata) {
    self->producer->request(self->producer, 1); // <- request
}

static void release(struct ArrowAsyncDeviceStreamHandler *self) {
    self->producer->cancel(self->producer); // <- cancel
}

/* Nothing may come out of a request but a note of it. */
static void request(struct ArrowAsyncProducer *self, int64_t n) {
    static int depth;
    if (depth++ == 0)
        FLOW_NEXT(&flow); // <- next
}

static void cancel(struct ArrowAsyncProducer *self) {
    FLOW_END(&flow); // <- end
}

int main(void) {
    flow_handler(&handler);
    handler.on_error = on_error;
    handler.release = release;
    flow_open(&flow, &handler);
    FLOW_SCHEMA(&flow);
    FLOW_FAIL(&flow);    // <- fail
    FLOW_RELEASE(&flow); // <- release

    flow_handler(&handler);
    flow_open(&flow, &handler);
    flow.producer.request = request;
    flow.producer.cancel = cancel;
    FLOW_SCHEMA(&flow);
    flow.producer.cancel(&flow.producer);
    FLOW_RELEASE(&flow);
    return 0;
}
