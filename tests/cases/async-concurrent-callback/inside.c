/* Release from inside on_next_task, on the same thread.
 *
 * expect: async-concurrent-callback error producer main at release before next
 * seen: 1 array, 1 schema, 1 stream */
/* SPDX-License-Identifier: Apache-2.0 */
#include "flow.h"

static struct flow flow;

static int on_next_task(struct ArrowAsyncDeviceStreamHandler *self, struct ArrowAsyncTask *task,
                        const char *metadata) {
    int error = flow_take(task);
    FLOW_RELEASE(&flow); // <- release
    return error;
}

int main(void) {
    struct ArrowAsyncDeviceStreamHandler handler;
    flow_handler(&handler);
    handler.on_next_task = on_next_task;
    flow_open(&flow, &handler);
    FLOW_SCHEMA(&flow);
    FLOW_NEXT(&flow); // <- next
    return 0;
}
