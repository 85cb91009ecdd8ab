/* queues: made, flushed, waited for, given back. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "hooks/opencl/queues.h"

#include "hooks/opencl/counts.h"
#include "hooks/opencl/effects.h"
#include "hooks/opencl/query.h"

struct queue {
    struct count count;
    struct order_stream stream;
};

static struct counts queues = {.size = sizeof(struct queue)};

static struct order_stream meet(uintptr_t handle) {
    struct queue queue = {.stream = query_queue(handle)};
    counts_add(&queues, handle, &queue.count);
    return queue.stream;
}

struct order_stream queues_stream(uintptr_t handle) {
    const struct queue *queue = (const struct queue *)counts_find(&queues, handle);
    return LIKELY(queue != NULL) ? queue->stream : meet(handle);
}

void queues_created(struct opencl_call *call) {
    struct order_stream stream = meet(call->result);
    order_stream_created(&stream);
    opencl_locate(call);
    order_stream_made(stream.handle, call->site.stack);
}

void queues_retained(struct opencl_call *call) {
    counts_retain(&queues, opencl_argument(call, ARG_QUEUE));
}

/* Before: the handle may be another queue's as soon as the call is made. Its work goes on. */
void queues_release(struct opencl_call *call) {
    struct queue queue;
    if (!counts_release(&queues, opencl_argument(call, ARG_QUEUE), &queue.count))
        return;
    order_stream_destroyed(&queue.stream);
}

void queues_flushed(struct opencl_call *call) {
    struct order_stream stream = queues_stream(opencl_argument(call, ARG_QUEUE));
    queue_flushed(&stream);
}

void queues_finish(struct opencl_call *call) {
    call->queue = queues_stream(opencl_argument(call, ARG_QUEUE));
    order_wait_stream(&call->wait, &call->queue);
    call->is_waiting = true;
}

void queues_finished(struct opencl_call *call) {
    opencl_locate(call);
    queue_flushed(&call->queue);
    order_waited_host(&call->wait, &call->site);
    call->is_waiting = false;
}
