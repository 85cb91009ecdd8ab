/* sync_event points into a list of events on the heap; two arrays have one event by two pointers.
 *
 * expect: nothing
 * seen: 2 arrays, 2 schemas */
/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/opencl/lib/stage.h"

int main(void) {
    struct stage stage = stage_open();
    struct ArrowDeviceArray array, other;
    unsigned char seen[SIZE];
    cl_mem column = stage_buffer(&stage);
    cl_event *events = calloc(3, sizeof(*events));
    stage_write(stage.producer, column, NULL, &events[1]);
    OK(clRetainEvent(events[1]));
    events[2] = events[1];
    stage_give(column, &events[1], &array);
    stage_give(column, &events[2], &other);
    OK(clEnqueueReadBuffer(stage.consumer, column, CL_TRUE, 0, SIZE, seen, 1, array.sync_event,
                           NULL));
    stage_expect(stage_stale(seen), 0);
    OK(clWaitForEvents(1, other.sync_event));
    array.array.release(&array.array);
    other.array.release(&other.array);
    clReleaseEvent(events[1]);
    clReleaseEvent(events[2]);
    free(events);
    clReleaseMemObject(column);
    stage_close(&stage);
    return 0;
}
