/* A producer tells the cancel that it was asked for as an error.
 *
 * expect: async-callback-order warning producer main at fail before cancel
 * seen: 1 schema, 1 stream */
/* SPDX-License-Identifier: Apache-2.0 */
#include <errno.h>

#include "flow.h"

static struct ArrowAsyncDeviceStreamHandler handler;
static struct flow flow;

int main(void) {
    flow_handler(&handler);
    flow_open(&flow, &handler);
    FLOW_SCHEMA(&flow);
    handler.producer->request(handler.producer, 1);
    handler.producer->cancel(handler.producer);            // <- cancel
    handler.on_error(&handler, ECANCELED, "cancelled", 0); // <- fail
    FLOW_RELEASE(&flow);
    return 0;
}
