/* A consumer waits in each of the ways there are.
 *
 * expect: nothing
 * seen: 5 arrays, 5 schemas */
/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/opencl/lib/stage.h"

#include <sched.h>

static void by_host(cl_command_queue queue, cl_event *written, cl_mem column) {
    OK(clWaitForEvents(1, written));
}

static void by_marker(cl_command_queue queue, cl_event *written, cl_mem column) {
    OK(clEnqueueMarkerWithWaitList(queue, 1, written, NULL));
}

static void by_barrier(cl_command_queue queue, cl_event *written, cl_mem column) {
    OK(clEnqueueBarrierWithWaitList(queue, 1, written, NULL));
}

static void by_map(cl_command_queue queue, cl_event *written, cl_mem column) {
    cl_int code;
    void *mapped =
        clEnqueueMapBuffer(queue, column, CL_TRUE, CL_MAP_READ, 0, SIZE, 1, written, NULL, &code);
    stage_check("clEnqueueMapBuffer", code);
    stage_expect(stage_stale(mapped), 0);
    OK(clEnqueueUnmapMemObject(queue, column, mapped, 0, NULL, NULL));
}

static volatile bool is_done;

static void CL_CALLBACK note(cl_event event, cl_int status, void *data) {
    is_done = true;
}

static void by_callback(cl_command_queue queue, cl_event *written, cl_mem column) {
    OK(clSetEventCallback(*written, CL_COMPLETE, note, NULL));
    while (!is_done)
        sched_yield();
}

static void once(const struct stage *stage, cl_command_queue queue,
                 void (*wait)(cl_command_queue, cl_event *, cl_mem)) {
    struct ArrowDeviceArray array;
    unsigned char seen[SIZE];
    cl_mem column = stage_buffer(stage);
    cl_event written;
    stage_write(stage->producer, column, NULL, &written);
    stage_give(column, &written, &array);
    wait(queue, &written, column);
    OK(clEnqueueReadBuffer(queue, column, CL_TRUE, 0, SIZE, seen, 0, NULL, NULL));
    stage_expect(stage_stale(seen), 0);
    array.array.release(&array.array);
    clReleaseEvent(written);
    clReleaseMemObject(column);
    if (queue != stage->consumer)
        clReleaseCommandQueue(queue);
}

int main(void) {
    struct stage stage = stage_open();
    once(&stage, stage.consumer, by_host);
    once(&stage, stage.consumer, by_marker);
    once(&stage, stage_unordered(&stage), by_barrier);
    once(&stage, stage.consumer, by_map);
    once(&stage, stage.consumer, by_callback);
    stage_close(&stage);
    return 0;
}
