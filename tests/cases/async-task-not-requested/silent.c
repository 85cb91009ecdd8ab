/* As many as were asked for, also by requests from inside on_next_task, one of them for more than
 * can be counted; the end is no task; a producer whose struct can't be written is not judged.
 *
 * expect: nothing
 * seen: 6 arrays, 3 schemas, 3 streams */
/* SPDX-License-Identifier: Apache-2.0 */
#include <stdint.h>
#include <sys/mman.h>

#include "flow.h"

static int64_t more = 1;

static int on_next_task(struct ArrowAsyncDeviceStreamHandler *self, struct ArrowAsyncTask *task,
                        const char *metadata) {
    self->producer->request(self->producer, more);
    return task ? flow_take(task) : 0;
}

static void run(struct flow *flow, int64_t n) {
    struct ArrowAsyncDeviceStreamHandler handler;
    more = n;
    flow_handler(&handler);
    handler.on_next_task = on_next_task;
    flow_open(flow, &handler);
    FLOW_SCHEMA(flow);
    FLOW_NEXT(flow);
    FLOW_NEXT(flow);
    FLOW_NEXT(flow);
    FLOW_END(flow);
    FLOW_RELEASE(flow);
}

static void count_for_itself(struct ArrowAsyncProducer *self, int64_t n) {}

int main(void) {
    struct flow flow;
    run(&flow, 1);
    more = INT64_MAX;
    run(&flow, INT64_MAX);

    struct ArrowAsyncDeviceStreamHandler handler;
    struct ArrowAsyncProducer *fixed =
        mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    flow_handler(&handler);
    flow_open(&flow, &handler);
    *fixed = (struct ArrowAsyncProducer){1, count_for_itself, NULL, NULL, NULL};
    mprotect(fixed, 4096, PROT_READ);
    handler.producer = fixed;
    FLOW_SCHEMA(&flow);
    FLOW_END(&flow);
    FLOW_RELEASE(&flow);
    return 0;
}
