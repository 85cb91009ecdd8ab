/* Handlers of the asynchronous interface keep their release, as Arrow C++'s do, and may end with
 * the call of it: nothing is written into one after that, nor into a task or a producer that is
 * gone.
 *
 * expect: nothing
 * seen: 1 array, 1 schema, 1 stream */
/* SPDX-License-Identifier: Apache-2.0 */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "flow.h"

static struct flow *flow;
static unsigned char *spent[3];

/* The memory stays ours, so that a write to it can be seen. */
static void spend(int i, void *memory, size_t size) {
    memset(memory, 0xa5, size);
    spent[i] = memory;
}

static void release(struct ArrowAsyncDeviceStreamHandler *self) {
    printf("it is its own release's %d\n", self->private_data == self);
    spend(0, self, sizeof(*self));
}

/* A task may stand in what its extraction frees. */
static int on_next_task(struct ArrowAsyncDeviceStreamHandler *self, struct ArrowAsyncTask *task,
                        const char *metadata) {
    struct ArrowAsyncTask copy = *task;
    int error = flow_take(&copy);
    spend(1, task, sizeof(*task));
    return error;
}

static void *produce(void *handler) {
    struct ArrowAsyncTask *task = malloc(sizeof(*task));
    FLOW_SCHEMA(flow);
    *task = flow_task(flow);
    flow->handler->on_next_task(flow->handler, task, NULL);
    FLOW_RELEASE(flow);
    spend(2, flow, sizeof(*flow));
    return NULL;
}

int main(void) {
    struct ArrowAsyncDeviceStreamHandler *handler = malloc(sizeof(*handler));
    size_t sizes[3] = {sizeof(*handler), sizeof(struct ArrowAsyncTask), sizeof(*flow)};
    pthread_t thread;
    flow = malloc(sizeof(*flow));
    flow_handler(handler);
    handler->release = release;
    handler->on_next_task = on_next_task;
    flow_open(flow, handler);
    pthread_create(&thread, NULL, produce, handler);
    pthread_join(thread, NULL);
    int touched = 0;
    for (int i = 0; i < 3; i++)
        for (size_t byte = 0; byte < sizes[i]; byte++)
            touched |= spent[i][byte] != 0xa5;
    printf("written to after its end %d\n", touched);
    for (int i = 0; i < 3; i++)
        free(spent[i]);
    return 0;
}
