/* For nothing, for less, before on_schema, and after the handler's release, when it reaches nobody.
 *
 * expect: async-invalid-request error consumer main at early
 * expect: async-invalid-request error consumer main at zero
 * expect: async-invalid-request error consumer main at less
 * expect: async-invalid-request error consumer main at late before release
 * seen: 1 schema, 1 stream */
/* SPDX-License-Identifier: Apache-2.0 */
#include "flow.h"

static struct ArrowAsyncDeviceStreamHandler handler;
static struct flow flow;

int main(void) {
    struct ArrowAsyncProducer *producer = &flow.producer;
    flow_handler(&handler);
    flow_open(&flow, &handler);
    producer->request(producer, 1); // <- early
    FLOW_SCHEMA(&flow);
    producer->request(producer, 0);  // <- zero
    producer->request(producer, -3); // <- less
    FLOW_END(&flow);
    FLOW_RELEASE(&flow);            // <- release
    producer->request(producer, 1); // <- late
    return 0;
}
