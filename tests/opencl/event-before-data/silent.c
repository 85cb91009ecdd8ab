/* Events that cover all that was written: of the last command, a marker, a barrier.
 *
 * expect: nothing
 * seen: 5 arrays, 5 schemas */
/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/opencl/lib/stage.h"

static cl_event of_last(cl_command_queue queue, cl_mem column) {
    cl_event written;
    stage_write(queue, column, NULL, NULL);
    stage_write(queue, column, NULL, &written);
    return written;
}

static cl_event of_marker(cl_command_queue queue, cl_mem column) {
    cl_event written;
    stage_write(queue, column, NULL, NULL);
    OK(clEnqueueMarkerWithWaitList(queue, 0, NULL, &written));
    return written;
}

static cl_event of_barrier(cl_command_queue queue, cl_mem column) {
    cl_event written;
    stage_write(queue, column, NULL, NULL);
    OK(clEnqueueBarrierWithWaitList(queue, 0, NULL, NULL));
    OK(clEnqueueMarkerWithWaitList(queue, 0, NULL, &written));
    return written;
}

static cl_event of_list(cl_command_queue queue, cl_mem column) {
    cl_event first, written;
    stage_write(queue, column, NULL, &first);
    OK(clEnqueueMarkerWithWaitList(queue, 1, &first, &written));
    clReleaseEvent(first);
    return written;
}

static void once(const struct stage *stage, cl_command_queue queue,
                 cl_event (*write)(cl_command_queue, cl_mem)) {
    struct ArrowDeviceArray array;
    unsigned char seen[SIZE];
    cl_mem column = stage_buffer(stage);
    cl_event written = write(queue, column);
    OK(clFlush(queue));
    stage_give(column, &written, &array);
    OK(clEnqueueReadBuffer(stage->consumer, column, CL_TRUE, 0, SIZE, seen, 1, &written, NULL));
    stage_expect(stage_stale(seen), 0);
    array.array.release(&array.array);
    clReleaseEvent(written);
    clReleaseMemObject(column);
    if (queue != stage->producer)
        clReleaseCommandQueue(queue);
}

int main(void) {
    struct stage stage = stage_open();
    once(&stage, stage.producer, of_marker);
    once(&stage, stage.producer, of_last);
    once(&stage, stage_unordered(&stage), of_marker);
    once(&stage, stage_unordered(&stage), of_barrier);
    once(&stage, stage_unordered(&stage), of_list);
    stage_close(&stage);
    return 0;
}
