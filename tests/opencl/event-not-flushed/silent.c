/* Queues are flushed in all the ways there are, or need not be.
 *
 * expect: nothing
 * seen: 5 arrays, 5 schemas */
/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/opencl/lib/stage.h"

static void flush(const struct stage *stage, cl_event *written) {
    OK(clFlush(stage->producer));
}

static void block(const struct stage *stage, cl_event *written) {
    unsigned char byte;
    cl_mem other = stage_buffer(stage);
    OK(clEnqueueReadBuffer(stage->producer, other, CL_TRUE, 0, 1, &byte, 0, NULL, NULL));
    clReleaseMemObject(other);
}

static void finish(const struct stage *stage, cl_event *written) {
    OK(clFinish(stage->producer));
}

static void wait_for(const struct stage *stage, cl_event *written) {
    OK(clWaitForEvents(1, written));
}

static void once(const struct stage *stage, cl_command_queue reader,
                 void (*flushes)(const struct stage *, cl_event *)) {
    struct ArrowDeviceArray array;
    const unsigned char new = NEW;
    unsigned char seen[SIZE];
    cl_mem column = stage_buffer(stage);
    cl_event written;
    OK(clEnqueueFillBuffer(stage->producer, column, &new, 1, 0, SIZE, 0, NULL, &written));
    if (flushes)
        flushes(stage, &written);
    stage_give(column, &written, &array);
    OK(clEnqueueReadBuffer(reader, column, CL_TRUE, 0, SIZE, seen, 1, &written, NULL));
    stage_expect(stage_stale(seen), 0);
    array.array.release(&array.array);
    clReleaseEvent(written);
    clReleaseMemObject(column);
}

int main(void) {
    struct stage stage = stage_open();
    once(&stage, stage.consumer, flush);
    once(&stage, stage.consumer, block);
    once(&stage, stage.consumer, finish);
    once(&stage, stage.consumer, wait_for);
    once(&stage, stage.producer, NULL); /* its own */
    stage_close(&stage);
    return 0;
}
