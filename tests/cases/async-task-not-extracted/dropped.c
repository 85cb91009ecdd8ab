/* Three tasks are kept and forgotten.
 *
 * expect: async-task-not-extracted error consumer main origin next
 * seen: 1 array, 1 schema, 1 stream */
/* SPDX-License-Identifier: Apache-2.0 */
#include "flow.h"

static struct ArrowAsyncTask kept[4];
static int n;

static int keep(struct ArrowAsyncDeviceStreamHandler *self, struct ArrowAsyncTask *task,
                const char *metadata) {
    kept[n++] = *task;
    return 0;
}

int main(void) {
    struct ArrowAsyncDeviceStreamHandler handler;
    struct flow flow;
    flow_handler(&handler);
    handler.on_next_task = keep;
    flow_open(&flow, &handler);
    FLOW_SCHEMA(&flow);
    flow.producer.request(&flow.producer, 2);
    for (int i = 0; i < 4; i++)
        FLOW_NEXT(&flow); // <- next
    flow_take(&kept[1]);
    FLOW_RELEASE(&flow);
    return 0;
}
