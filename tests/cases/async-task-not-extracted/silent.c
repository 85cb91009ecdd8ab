/* Extracted later through a copy, without its data, passed on to another handler and extracted
 * there, refused; and a struct that is used for one task after another.
 *
 * expect: nothing
 * seen: 4 arrays, 4 schemas, 4 streams */
/* SPDX-License-Identifier: Apache-2.0 */
#include <errno.h>
#include <stdio.h>

#include "flow.h"

static struct ArrowAsyncDeviceStreamHandler first, second, third;
static struct flow flow, other;
static struct ArrowAsyncTask kept[4];
static int n, n_extracted;

static int keep(struct ArrowAsyncDeviceStreamHandler *self, struct ArrowAsyncTask *task,
                const char *metadata) {
    kept[n++] = *task;
    return 0;
}

static int pass_on(struct ArrowAsyncDeviceStreamHandler *self, struct ArrowAsyncTask *task,
                   const char *metadata) {
    return other.handler->on_next_task(other.handler, task, metadata);
}

static int refuse(struct ArrowAsyncDeviceStreamHandler *self, struct ArrowAsyncTask *task,
                  const char *metadata) {
    return EIO;
}

static int extract(struct ArrowAsyncTask *self, struct ArrowDeviceArray *out) {
    struct ArrowAsyncTask real = flow_task(&flow);
    n_extracted++;
    return real.extract_data(&real, out);
}

int main(void) {
    struct ArrowAsyncTask task = {extract, NULL};
    flow_handler(&first);
    first.on_next_task = keep;
    flow_open(&flow, &first);
    FLOW_SCHEMA(&flow);
    flow.producer.request(&flow.producer, 1);
    for (int i = 0; i < 3; i++)
        first.on_next_task(&first, &task, NULL); /* the same struct, filled once */
    flow_take(&kept[1]);
    flow_take(&kept[0]);
    kept[2].extract_data(&kept[2], NULL);
    FLOW_RELEASE(&flow);

    flow_handler(&second);
    flow_open(&other, &second);
    FLOW_SCHEMA(&other);
    flow_handler(&third);
    third.on_next_task = pass_on;
    flow_open(&flow, &third);
    FLOW_SCHEMA(&flow);
    FLOW_NEXT(&flow);
    FLOW_NEXT(&flow);
    FLOW_RELEASE(&other);
    FLOW_RELEASE(&flow);

    flow_handler(&first);
    first.on_next_task = refuse;
    flow_open(&flow, &first);
    FLOW_SCHEMA(&flow);
    FLOW_NEXT(&flow);
    FLOW_RELEASE(&flow);
    printf("extracted %d\n", n_extracted);
    return 0;
}
