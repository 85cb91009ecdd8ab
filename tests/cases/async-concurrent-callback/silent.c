/* One after the other on many threads; tasks extracted, more asked for, and a cancel that fails,
 * while a callback runs.
 *
 * expect: nothing
 * seen: 8 arrays, 1 schema, 1 stream */
/* SPDX-License-Identifier: Apache-2.0 */
#include <pthread.h>
#include <stdio.h>

#include "flow.h"

static struct ArrowAsyncDeviceStreamHandler handler;
static struct flow flow;
static struct ArrowAsyncTask tasks[8];
static pthread_t threads[8];
static int n_tasks;

static void *take(void *task) {
    handler.producer->request(handler.producer, 1);
    return (void *)(intptr_t)flow_take(task);
}

static int on_next_task(struct ArrowAsyncDeviceStreamHandler *self, struct ArrowAsyncTask *task,
                        const char *metadata) {
    tasks[n_tasks] = *task;
    pthread_create(&threads[n_tasks], NULL, take, &tasks[n_tasks]);
    if (++n_tasks == 8)
        self->producer->cancel(self->producer);
    return 0;
}

static void cancel(struct ArrowAsyncProducer *self) {
    FLOW_FAIL(&flow);
}

static void *produce(void *unused) {
    FLOW_NEXT(&flow);
    return NULL;
}

int main(void) {
    pthread_t thread;
    flow_handler(&handler);
    handler.on_next_task = on_next_task;
    flow_open(&flow, &handler);
    flow.producer.cancel = cancel;
    FLOW_SCHEMA(&flow);
    flow.producer.request(&flow.producer, 8);
    for (int i = 0; i < 8; i++) {
        pthread_create(&thread, NULL, produce, NULL);
        pthread_join(thread, NULL);
    }
    for (int i = 0; i < 8; i++)
        pthread_join(threads[i], NULL);
    FLOW_RELEASE(&flow);
    printf("%d tasks\n", n_tasks);
    return 0;
}
