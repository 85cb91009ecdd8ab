/* A declared function takes a handler and fills in its producer before it returns: a request that
 * comes before on_schema is seen.
 *
 * expect: async-invalid-request error consumer main at early
 * file: async.declare
 * options: declare=async.declare
 * seen: 1 schema, 1 stream */
/* SPDX-License-Identifier: Apache-2.0 */
#include "flow.h"

int main(void) {
    struct ArrowAsyncDeviceStreamHandler handler;
    struct flow flow;
    flow_handler(&handler);
    flow_start(&flow, &handler);
    handler.producer->request(handler.producer, 1); // <- early
    FLOW_SCHEMA(&flow);
    FLOW_END(&flow);
    FLOW_RELEASE(&flow);
    return 0;
}
