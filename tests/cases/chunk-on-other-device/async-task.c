/* The producer says that its data lies on a GPU; a task gives some of the CPU.
 *
 * expect: chunk-on-other-device error producer libflow.so at take by extract
 * seen: 1 array, 1 schema, 1 stream */
/* SPDX-License-Identifier: Apache-2.0 */
#include "flow.h"

static struct flow flow;

static int extract(struct ArrowAsyncTask *self, struct ArrowDeviceArray *out) { // <- extract
    struct ArrowAsyncTask task = flow_task(&flow);
    return task.extract_data(&task, out);
}

static int on_next_task(struct ArrowAsyncDeviceStreamHandler *self, struct ArrowAsyncTask *task,
                        const char *metadata) {
    struct ArrowDeviceArray data;
    int error = task->extract_data(task, &data); // <- take
    data.array.release(&data.array);
    return error;
}

int main(void) {
    struct ArrowAsyncDeviceStreamHandler handler;
    struct ArrowAsyncTask task = {extract, NULL};
    flow_handler(&handler);
    handler.on_next_task = on_next_task;
    flow_open(&flow, &handler);
    flow.producer.device_type = 2;
    FLOW_SCHEMA(&flow);
    handler.on_next_task(&handler, &task, NULL);
    FLOW_RELEASE(&flow);
    return 0;
}
