/* flow: an asynchronous stream for the pages and the tests: libflow.so has a consumer's handler and a
 * producer, whose calls of the handler the program makes one by one. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef EXAMPLES_FLOW_H
#define EXAMPLES_FLOW_H

#include "../shim/arrowdev_check.h"
#include "../tracker/abi/arrow.h"

#ifdef __cplusplus
extern "C" {
#endif

/** A producer of int64, four rows a task, on the CPU. */
struct flow {
    struct ArrowAsyncProducer producer;
    struct ArrowAsyncDeviceStreamHandler *handler;
    int64_t n_wanted; /* tasks that were asked for and not given yet */
    int n_cancels;
};

/** The consumer: releases the schema and asks for two tasks, extracts each and releases its array.
 * Its release leaves the struct as it is. */
void flow_handler(struct ArrowAsyncDeviceStreamHandler *out);

/** The handler is the flow's from here on, and has its producer. */
void flow_open(struct flow *flow, struct ArrowAsyncDeviceStreamHandler *handler);
/** The same, for `flow_start takes(2:async_handler)` in a file of declarations. */
void flow_start(struct flow *flow, struct ArrowAsyncDeviceStreamHandler *handler);

/** What goes with on_schema and on_next_task. */
void flow_schema(struct ArrowSchema *out);
struct ArrowAsyncTask flow_task(struct flow *flow);

/** A consumer's way with a task: extract it and release the array. */
int flow_take(struct ArrowAsyncTask *task);

#ifdef __cplusplus
}
#endif

/* The producer's calls, made where they are written. */
#define FLOW_SCHEMA(flow)                                                                          \
    __extension__({                                                                                \
        struct ArrowSchema schema_;                                                                \
        flow_schema(&schema_);                                                                     \
        (flow)->handler->on_schema((flow)->handler, &schema_);                                     \
    })
#define FLOW_NEXT(flow)                                                                            \
    __extension__({                                                                                \
        struct ArrowAsyncTask task_ = flow_task(flow);                                             \
        (flow)->handler->on_next_task((flow)->handler, &task_, NULL);                              \
    })
#define FLOW_END(flow)     ((flow)->handler->on_next_task((flow)->handler, NULL, NULL))
#define FLOW_FAIL(flow)    ((flow)->handler->on_error((flow)->handler, 5, "no more", NULL))
#define FLOW_RELEASE(flow) ((flow)->handler->release((flow)->handler))

#endif
