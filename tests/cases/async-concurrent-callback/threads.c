/* Two threads inside on_next_task, and release while another is inside.
 *
 * expect: async-concurrent-callback error producer main at next before next
 * expect: async-concurrent-callback error producer main at release before last
 * seen: 3 arrays, 1 schema, 1 stream */
/* SPDX-License-Identifier: Apache-2.0 */
#include <pthread.h>
#include <semaphore.h>

#include "flow.h"

static pthread_barrier_t both, done;
static sem_t inside;
static struct ArrowAsyncDeviceStreamHandler handler;
static struct flow flow;

static int on_next_task(struct ArrowAsyncDeviceStreamHandler *self, struct ArrowAsyncTask *task,
                        const char *metadata) {
    sem_post(&inside);
    pthread_barrier_wait(&both);
    pthread_barrier_wait(&done);
    return flow_take(task);
}

static void *produce(void *is_second) {
    if (is_second)
        sem_wait(&inside);
    FLOW_NEXT(&flow); // <- next
    return NULL;
}

static void *produce_last(void *unused) {
    FLOW_NEXT(&flow); // <- last
    return NULL;
}

int main(void) {
    pthread_t thread;
    sem_init(&inside, 0, 0);
    pthread_barrier_init(&both, NULL, 2);
    pthread_barrier_init(&done, NULL, 2);
    flow_handler(&handler);
    handler.on_next_task = on_next_task;
    flow_open(&flow, &handler);
    FLOW_SCHEMA(&flow);
    flow.producer.request(&flow.producer, 1);
    pthread_create(&thread, NULL, produce, &handler);
    produce(NULL);
    pthread_join(thread, NULL);

    pthread_create(&thread, NULL, produce_last, NULL);
    pthread_barrier_wait(&both);
    FLOW_RELEASE(&flow); // <- release
    pthread_barrier_wait(&done);
    pthread_join(thread, NULL);
    return 0;
}
