/* Each end of a stream allows release alone; and nothing comes after that.
 *
 * expect: async-callback-order error producer main at early
 * expect: async-callback-order error producer main at again before schema
 * expect: async-callback-order error producer main at ended before end
 * expect: async-callback-order error producer main at failed before fail
 * expect: async-callback-order error producer main at refused before no
 * expect: async-callback-order error producer main at over before release
 * seen: 4 schemas, 5 streams */
/* SPDX-License-Identifier: Apache-2.0 */
#include <errno.h>
#include <stdio.h>

#include "flow.h"

static struct ArrowAsyncDeviceStreamHandler handlers[5];
static struct flow flows[5];

static struct flow *fresh(int i) {
    flow_handler(&handlers[i]);
    flow_open(&flows[i], &handlers[i]);
    return &flows[i];
}

static int refuse(struct ArrowAsyncDeviceStreamHandler *self, struct ArrowSchema *schema) {
    schema->release(schema);
    return EIO;
}

static int skip(struct ArrowAsyncDeviceStreamHandler *self, struct ArrowAsyncTask *task,
                const char *metadata) {
    return 0;
}

int main(void) {
    struct flow *flow = fresh(0);
    handlers[0].on_next_task(&handlers[0], NULL, NULL); // <- early
    FLOW_RELEASE(flow);

    flow = fresh(1);
    FLOW_SCHEMA(flow); // <- schema
    FLOW_SCHEMA(flow); // <- again
    FLOW_END(flow);    // <- end
    FLOW_FAIL(flow);   // <- ended
    FLOW_RELEASE(flow);

    flow = fresh(2);
    FLOW_SCHEMA(flow);
    FLOW_FAIL(flow); // <- fail
    FLOW_END(flow);  // <- failed
    FLOW_RELEASE(flow);

    flow = fresh(3);
    FLOW_RELEASE(flow);

    flow_handler(&handlers[4]);
    handlers[4].on_schema = refuse;
    handlers[4].on_next_task = skip;
    flow_open(flow = &flows[4], &handlers[4]);
    FLOW_SCHEMA(flow);         // <- no
    FLOW_FAIL(flow);           // <- refused
    FLOW_RELEASE(flow);        // <- release
    int code = FLOW_END(flow); // <- over
    printf("not passed on %d\n", code == EINVAL || code == 0);
    return 0;
}
