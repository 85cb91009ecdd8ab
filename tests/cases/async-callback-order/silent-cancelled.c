/* After a cancel an error of another cause is told; a cancel that fails says so itself; one that
 * nobody asked for is the producer's own.
 *
 * expect: nothing
 * seen: 3 schemas, 3 streams */
/* SPDX-License-Identifier: Apache-2.0 */
#include <errno.h>

#include "flow.h"

static struct ArrowAsyncDeviceStreamHandler handlers[3];
static struct flow flows[3];

static void fail(struct ArrowAsyncProducer *self) {
    handlers[1].on_error(&handlers[1], ECANCELED, "too late", NULL);
}

static struct flow *fresh(int i) {
    flow_handler(&handlers[i]);
    flow_open(&flows[i], &handlers[i]);
    if (i == 1)
        flows[i].producer.cancel = fail;
    FLOW_SCHEMA(&flows[i]);
    return &flows[i];
}

int main(void) {
    struct flow *flow = fresh(0);
    handlers[0].producer->cancel(handlers[0].producer);
    FLOW_FAIL(flow);
    FLOW_RELEASE(flow);

    flow = fresh(1);
    handlers[1].producer->cancel(handlers[1].producer);
    FLOW_RELEASE(flow);

    flow = fresh(2);
    handlers[2].on_error(&handlers[2], ECANCELED, "the query was cancelled", NULL);
    FLOW_RELEASE(flow);
    return 0;
}
