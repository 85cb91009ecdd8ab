/* Through the struct and through a copy: the second call does not reach the producer.
 *
 * expect: async-task-extracted-twice error consumer main at second before first
 * expect: async-task-extracted-twice error consumer main at third before only
 * seen: 1 array, 1 schema, 1 stream */
/* SPDX-License-Identifier: Apache-2.0 */
#include <errno.h>
#include <stdio.h>

#include "flow.h"

static struct ArrowAsyncTask kept;

static int keep(struct ArrowAsyncDeviceStreamHandler *self, struct ArrowAsyncTask *task,
                const char *metadata) {
    kept = *task;
    return 0;
}

int main(void) {
    struct ArrowAsyncDeviceStreamHandler handler;
    struct ArrowDeviceArray array, none;
    struct flow flow;
    flow_handler(&handler);
    handler.on_next_task = keep;
    flow_open(&flow, &handler);
    FLOW_SCHEMA(&flow);
    FLOW_NEXT(&flow);
    struct ArrowAsyncTask copy = kept;
    kept.extract_data(&kept, &array); // <- first
    array.array.release(&array.array);
    none.array.release = array.array.release;
    int code = copy.extract_data(&copy, &none); // <- second
    printf("an error or an array %d\n", code == EINVAL || none.array.release != NULL);

    FLOW_NEXT(&flow);
    kept.extract_data(&kept, NULL); // <- only
    kept.extract_data(&kept, NULL); // <- third
    FLOW_RELEASE(&flow);
    return 0;
}
