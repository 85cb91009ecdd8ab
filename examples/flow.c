/* flow: libflow.so. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "flow.h"

static int64_t values[4] = {1, 2, 3, 4};
static const void *buffers[] = {0, values};

static int on_schema(struct ArrowAsyncDeviceStreamHandler *self, struct ArrowSchema *schema) {
    schema->release(schema);
    self->producer->request(self->producer, 2);
    return 0;
}

static int on_next_task(struct ArrowAsyncDeviceStreamHandler *self, struct ArrowAsyncTask *task,
                        const char *metadata) {
    (void)self, (void)metadata;
    return task ? flow_take(task) : 0;
}

static void on_error(struct ArrowAsyncDeviceStreamHandler *self, int code, const char *message,
                     const char *metadata) {
    (void)self, (void)code, (void)message, (void)metadata;
}

static void release(struct ArrowAsyncDeviceStreamHandler *self) {
    (void)self;
}

void flow_handler(struct ArrowAsyncDeviceStreamHandler *out) {
    *out =
        (struct ArrowAsyncDeviceStreamHandler){on_schema, on_next_task, on_error, release, 0, out};
}

static void request(struct ArrowAsyncProducer *self, int64_t n) {
    ((struct flow *)self->private_data)->n_wanted += n;
}

static void cancel(struct ArrowAsyncProducer *self) {
    ((struct flow *)self->private_data)->n_cancels++;
}

void flow_start(struct flow *flow, struct ArrowAsyncDeviceStreamHandler *handler) {
    *flow = (struct flow){{1, request, cancel, 0, flow}, handler, 0, 0};
    handler->producer = &flow->producer;
}

void flow_open(struct flow *flow, struct ArrowAsyncDeviceStreamHandler *handler) {
    flow_start(flow, handler);
    arrowdev_check_takes(ARROWDEV_CHECK_ASYNC_HANDLER, handler);
}

static void release_schema(struct ArrowSchema *schema) {
    schema->release = 0;
}

void flow_schema(struct ArrowSchema *out) {
    *out = (struct ArrowSchema){.format = "l", .name = "", .release = release_schema};
}

static void release_array(struct ArrowArray *array) {
    array->release = 0;
}

static int extract_data(struct ArrowAsyncTask *self, struct ArrowDeviceArray *out) {
    (void)self;
    if (out)
        *out = (struct ArrowDeviceArray){
            .array = {.length = 4, .n_buffers = 2, .buffers = buffers, .release = release_array},
            .device_id = -1,
            .device_type = 1};
    return 0;
}

struct ArrowAsyncTask flow_task(struct flow *flow) {
    flow->n_wanted--;
    return (struct ArrowAsyncTask){extract_data, flow};
}

int flow_take(struct ArrowAsyncTask *task) {
    struct ArrowDeviceArray data;
    int error = task->extract_data(task, &data);
    if (error == 0)
        data.array.release(&data.array);
    return error;
}
