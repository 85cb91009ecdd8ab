/* Arrow C++'s two asynchronous functions: one fills a handler, seen when it returns, the other
 * takes one, seen before its callbacks are called.
 *
 * expect: nothing
 * seen: 2 arrays, 1 schema, 1 stream */
/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>

#include "arrow_fake.h"
#include "flow.h"

static struct flow flow;

static void produce(struct ArrowAsyncDeviceStreamHandler *handler) {
    flow_start(&flow, handler);
    FLOW_SCHEMA(&flow);
    while (flow.n_wanted > 0)
        FLOW_NEXT(&flow);
    FLOW_END(&flow);
    FLOW_RELEASE(&flow);
}

int main(void) {
    struct ArrowAsyncDeviceStreamHandler handler = {0};
    struct fake_result future = {0};
    fake_CreateAsyncHandler(&future, &handler, flow_handler, 5, NULL);
    fake_ExportAsyncReader(&future, NULL, produce, 1, &handler);
    printf("still set %d\n", handler.release != NULL);
    return 0;
}
