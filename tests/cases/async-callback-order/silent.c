/* All that may be: an error before on_schema, a release of an unused handler, requests and cancels
 * from inside callbacks and after each other, an error out of a cancel.
 *
 * expect: nothing
 * seen: 3 arrays, 2 schemas, 4 streams */
/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>

#include "flow.h"

static struct ArrowAsyncDeviceStreamHandler handlers[4];
static struct flow flow;

static int on_next_task(struct ArrowAsyncDeviceStreamHandler *self, struct ArrowAsyncTask *task,
                        const char *metadata) {
    self->producer->request(self->producer, 1);
    self->producer->cancel(self->producer);
    return task ? flow_take(task) : 0;
}

static void cancel(struct ArrowAsyncProducer *self) {
    FLOW_FAIL(&flow);
}

int main(void) {
    flow_handler(&handlers[0]);
    flow_open(&flow, &handlers[0]);
    FLOW_FAIL(&flow);
    FLOW_RELEASE(&flow);

    flow_handler(&handlers[1]);
    flow_open(&flow, &handlers[1]);
    FLOW_RELEASE(&flow);

    flow_handler(&handlers[2]);
    handlers[2].on_next_task = on_next_task;
    flow_open(&flow, &handlers[2]);
    FLOW_SCHEMA(&flow);
    FLOW_NEXT(&flow);
    FLOW_NEXT(&flow);
    FLOW_END(&flow);
    printf("cancelled %d times, %ld wanted\n", flow.n_cancels, (long)flow.n_wanted);
    FLOW_RELEASE(&flow);

    flow_handler(&handlers[3]);
    handlers[3].on_next_task = on_next_task;
    flow_open(&flow, &handlers[3]);
    flow.producer.cancel = cancel;
    FLOW_SCHEMA(&flow);
    FLOW_NEXT(&flow);
    FLOW_RELEASE(&flow);
    return 0;
}
