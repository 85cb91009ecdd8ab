/* Once each: one struct for two tasks, after the handler's release, on another thread.
 *
 * expect: nothing
 * seen: 2 arrays, 1 schema, 1 stream */
/* SPDX-License-Identifier: Apache-2.0 */
#include <pthread.h>
#include <stdio.h>

#include "flow.h"

static struct ArrowAsyncTask kept[2];
static int n;

static int keep(struct ArrowAsyncDeviceStreamHandler *self, struct ArrowAsyncTask *task,
                const char *metadata) {
    kept[n++] = *task;
    return 0;
}

static void *take(void *task) {
    return (void *)(intptr_t)flow_take(task);
}

int main(void) {
    struct ArrowAsyncDeviceStreamHandler handler;
    struct flow flow;
    pthread_t thread;
    flow_handler(&handler);
    handler.on_next_task = keep;
    flow_open(&flow, &handler);
    FLOW_SCHEMA(&flow);
    struct ArrowAsyncTask task = flow_task(&flow);
    handler.on_next_task(&handler, &task, NULL);
    flow_take(&kept[0]);
    handler.on_next_task(&handler, &task, NULL);
    FLOW_RELEASE(&flow);
    pthread_create(&thread, NULL, take, &kept[1]);
    pthread_join(thread, NULL);
    printf("%d tasks\n", n);
    return 0;
}
