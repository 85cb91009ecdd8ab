/* A producer ends a stream and forgets its handler.
 *
 * expect: never-released error last-holder main origin open
 * seen: 1 array, 1 schema, 1 stream
 * says: the producer that is given a handler releases it */
/* SPDX-License-Identifier: Apache-2.0 */
#include "flow.h"

int main(void) {
    struct ArrowAsyncDeviceStreamHandler handler;
    struct flow flow;
    flow_handler(&handler);
    flow_start(&flow, &handler);
    arrowdev_check_takes(ARROWDEV_CHECK_ASYNC_HANDLER, &handler); // <- open
    FLOW_SCHEMA(&flow);
    FLOW_NEXT(&flow);
    FLOW_END(&flow);
    return 0;
}
