/* misordered: faults of either side of an asynchronous stream. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "report/render/misordered.h"

#include "report/render/specimen.h"

static struct ArrowAsyncProducer producer;
static struct ArrowAsyncDeviceStreamHandler handler;
static struct ArrowAsyncTask kept;

static void request(struct ArrowAsyncProducer *self, int64_t n) {}

static void cancel(struct ArrowAsyncProducer *self) {}

static int on_schema(struct ArrowAsyncDeviceStreamHandler *self, struct ArrowSchema *schema) {
    schema->release(schema);
    if (self->producer)
        self->producer->request(self->producer, 2);
    return 0;
}

static int keep(struct ArrowAsyncDeviceStreamHandler *self, struct ArrowAsyncTask *task,
                const char *metadata) {
    kept = *task;
    return 0;
}

static int drop(struct ArrowAsyncDeviceStreamHandler *self, struct ArrowAsyncTask *task,
                const char *metadata) {
    return task ? task->extract_data(task, NULL) : 0;
}

static void on_error(struct ArrowAsyncDeviceStreamHandler *self, int code, const char *message,
                     const char *metadata) {}

static void release(struct ArrowAsyncDeviceStreamHandler *self) {}

static int extract(struct ArrowAsyncTask *self, struct ArrowDeviceArray *out) {
    if (out)
        specimen_device_array(out);
    return 0;
}

static void announce(void) {
    struct ArrowSchema schema;
    specimen_schema(&schema, "l", 0);
    handler.on_schema(&handler, &schema);
}

static void next(void) {
    struct ArrowAsyncTask task = {extract, NULL};
    handler.on_next_task(&handler, &task, NULL);
}

typedef int (*next_fn)(struct ArrowAsyncDeviceStreamHandler *, struct ArrowAsyncTask *,
                       const char *);

static void open_by(next_fn on_next_task, struct ArrowAsyncProducer *by) {
    producer = (struct ArrowAsyncProducer){1, request, cancel, NULL, NULL};
    handler = (struct ArrowAsyncDeviceStreamHandler){on_schema, on_next_task, on_error,
                                                     release,   by,           NULL};
    specimen_takes(SPECIMEN_ASYNC_HANDLER, &handler);
    announce();
}

static void begin(next_fn on_next_task) {
    open_by(on_next_task, &producer);
}

static void callback_order(void) {
    begin(drop);
    handler.on_next_task(&handler, NULL, NULL);
    handler.on_error(&handler, 5, NULL, NULL);
    handler.release(&handler);
}

static int release_inside(struct ArrowAsyncDeviceStreamHandler *self, struct ArrowAsyncTask *task,
                          const char *metadata) {
    task->extract_data(task, NULL);
    self->release(self);
    return 0;
}

static void concurrent_callback(void) {
    begin(release_inside);
    next();
}

static void task_not_requested(void) {
    begin(drop);
    for (int i = 0; i < 3; i++)
        next();
    handler.release(&handler);
}

static void task_not_extracted(void) {
    begin(keep);
    next();
    handler.release(&handler);
}

static void task_extracted_twice(void) {
    begin(keep);
    next();
    kept.extract_data(&kept, NULL);
    kept.extract_data(&kept, NULL);
    handler.release(&handler);
}

static void invalid_request(void) {
    begin(drop);
    producer.request(&producer, 0);
    handler.release(&handler);
}

static void producer_freed_early(void) {
    open_by(drop, NULL);
    handler.release(&handler);
}

static const struct plant plants[] = {
    {"async-callback-order", callback_order, NULL, NULL},
    {"async-concurrent-callback", concurrent_callback, NULL, NULL},
    {"async-task-not-requested", task_not_requested, NULL, NULL},
    {"async-task-not-extracted", task_not_extracted, NULL, NULL},
    {"async-task-extracted-twice", task_extracted_twice, NULL, NULL},
    {"async-invalid-request", invalid_request, NULL, NULL},
    {"async-producer-freed-early", producer_freed_early, NULL, NULL},
};

const struct plant *misordered_plants(size_t *n) {
    *n = sizeof plants / sizeof *plants;
    return plants;
}
