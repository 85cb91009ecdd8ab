/* Two are asked for, three given; then one more is, and two are given.
 *
 * expect: async-task-not-requested error producer main at third
 * expect: async-task-not-requested error producer main at fifth
 * seen: 5 arrays, 1 schema, 1 stream */
/* SPDX-License-Identifier: Apache-2.0 */
#include "flow.h"

int main(void) {
    struct ArrowAsyncDeviceStreamHandler handler;
    struct flow flow;
    flow_handler(&handler);
    flow_open(&flow, &handler);
    FLOW_SCHEMA(&flow);
    FLOW_NEXT(&flow);
    FLOW_NEXT(&flow);
    FLOW_NEXT(&flow); // <- third
    flow.producer.request(&flow.producer, 2);
    FLOW_NEXT(&flow);
    FLOW_NEXT(&flow); // <- fifth
    FLOW_END(&flow);
    FLOW_RELEASE(&flow);
    return 0;
}
