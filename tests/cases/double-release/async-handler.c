/* A producer releases its handler twice: the second call does not reach the consumer.
 *
 * expect: double-release error consumer main at second before first
 * seen: 1 schema, 1 stream */
/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>

#include "flow.h"

static int n_releases;

static void release(struct ArrowAsyncDeviceStreamHandler *self) {
    printf("released %d\n", ++n_releases > 0);
    fflush(stdout);
}

int main(void) {
    struct ArrowAsyncDeviceStreamHandler handler;
    struct flow flow;
    flow_handler(&handler);
    if (!arrowdev_check_is_active())
        puts("released 1");
    else
        handler.release = release;
    flow_open(&flow, &handler);
    FLOW_SCHEMA(&flow);
    FLOW_END(&flow);
    FLOW_RELEASE(&flow); // <- first
    FLOW_RELEASE(&flow); // <- second
    return 0;
}
