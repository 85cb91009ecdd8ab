/* The event of an array is of a queue that nobody has flushed; the consumer's waits for it.
 *
 * expect: event-not-flushed warning producer ? at read
 * seen: 1 array, 1 schema */
/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/opencl/lib/stage.h"

int main(void) {
    struct stage stage = stage_open();
    struct ArrowDeviceArray array;
    const unsigned char new = NEW;
    unsigned char seen[SIZE];
    cl_mem column = stage_buffer(&stage);
    cl_event written;
    OK(clEnqueueFillBuffer(stage.producer, column, &new, 1, 0, SIZE, 0, NULL, &written));
    stage_give(column, &written, &array);
    OK(clEnqueueReadBuffer(stage.consumer, column, CL_TRUE, 0, SIZE, seen, 1, // <- read
                           &written, NULL));
    stage_expect(stage_stale(seen), 0);
    array.array.release(&array.array);
    clReleaseEvent(written);
    clReleaseMemObject(column);
    stage_close(&stage);
    return 0;
}
