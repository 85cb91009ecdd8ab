/* A consumer dies inside on_next_task: that is its own.
 *
 * expect: callback-crashed error consumer main before next
 * allow: held-at-abrupt-end
 * seen: 1 schema, 1 stream
 * plain: crashes
 * status: SIGSEGV */
/* SPDX-License-Identifier: Apache-2.0 */
#include "flow.h"

static int on_next_task(struct ArrowAsyncDeviceStreamHandler *self, struct ArrowAsyncTask *task,
                        const char *metadata) {
    *(volatile int *)16 = 1;
    return 0;
}

static void release(struct ArrowAsyncDeviceStreamHandler *self) {}

int main(void) {
    struct ArrowAsyncDeviceStreamHandler handler;
    struct flow flow;
    flow_handler(&handler);
    handler.on_next_task = on_next_task;
    handler.release = release;
    flow_open(&flow, &handler);
    FLOW_SCHEMA(&flow);
    FLOW_NEXT(&flow); // <- next
    return 0;
}
