/* Not set when on_schema is called; unmapped before on_next_task, and before release: said once.
 *
 * expect: async-producer-freed-early error producer main at unset
 * expect: async-producer-freed-early error producer main at gone
 * seen: 1 array, 2 schemas, 2 streams */
/* SPDX-License-Identifier: Apache-2.0 */
#include <sys/mman.h>

#include "flow.h"

static int on_schema(struct ArrowAsyncDeviceStreamHandler *self, struct ArrowSchema *schema) {
    schema->release(schema);
    return 0;
}

int main(void) {
    struct ArrowAsyncDeviceStreamHandler handler;
    struct flow flow;
    flow_handler(&handler);
    handler.on_schema = on_schema;
    flow_open(&flow, &handler);
    handler.producer = NULL;
    FLOW_SCHEMA(&flow); // <- unset
    FLOW_RELEASE(&flow);

    struct ArrowAsyncProducer *mapped =
        mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    flow_handler(&handler);
    flow_open(&flow, &handler);
    *mapped = flow.producer;
    handler.producer = mapped;
    FLOW_SCHEMA(&flow);
    munmap(mapped, 4096);
    FLOW_NEXT(&flow); // <- gone
    FLOW_RELEASE(&flow);
    return 0;
}
