/* The producer gives the event back as soon as it has handed the array over.
 *
 * expect: event-destroyed-early error producer libstage.so at destroyed
 * says: clRetainEvent
 * seen: 1 array, 1 schema */
/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/opencl/lib/stage.h"

int main(void) {
    struct stage stage = stage_open();
    struct ArrowDeviceArray array;
    unsigned char seen[SIZE];
    cl_mem column = stage_buffer(&stage);
    cl_event written;
    stage_write(stage.producer, column, NULL, &written);
    stage_give(column, &written, &array);
    clReleaseEvent(written); // <- destroyed
    OK(clFinish(stage.producer));
    OK(clEnqueueReadBuffer(stage.consumer, column, CL_TRUE, 0, SIZE, seen, 0, NULL, NULL));
    stage_expect(stage_stale(seen), 0);
    array.array.release(&array.array);
    clReleaseMemObject(column);
    stage_close(&stage);
    return 0;
}
