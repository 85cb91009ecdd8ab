/* None for a stream that only fails; one that is exchanged while the stream runs; one whose memory
 * goes as soon as the handler is released.
 *
 * expect: nothing
 * seen: 2 arrays, 1 schema, 2 streams */
/* SPDX-License-Identifier: Apache-2.0 */
#include <sys/mman.h>

#include "flow.h"

int main(void) {
    struct ArrowAsyncDeviceStreamHandler handler;
    struct flow flow;
    flow_handler(&handler);
    flow_open(&flow, &handler);
    handler.producer = NULL;
    FLOW_FAIL(&flow);
    FLOW_RELEASE(&flow);

    struct ArrowAsyncProducer *mapped =
        mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    flow_handler(&handler);
    flow_open(&flow, &handler);
    FLOW_SCHEMA(&flow);
    FLOW_NEXT(&flow);
    *mapped = flow.producer;
    handler.producer = mapped;
    FLOW_NEXT(&flow);
    FLOW_RELEASE(&flow);
    munmap(mapped, 4096);
    return 0;
}
