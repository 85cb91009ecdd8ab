/* The free waits for the read, by an event or on the same queue.
 *
 * expect: nothing
 * seen: 1 array, 1 schema */
/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/opencl/lib/stage.h"

int main(void) {
    struct stage stage = stage_open();
    struct ArrowDeviceArray array;
    unsigned char seen[SIZE];
    void *column = stage_shared(&stage);
    cl_event read;
    stage_give(column, NULL, &array);
    OK(clEnqueueSVMMemcpy(stage.consumer, CL_TRUE, seen, column, SIZE, 0, NULL, &read));
    stage_expect(stage_stale(seen), SIZE);
    array.array.release(&array.array);
    OK(clEnqueueSVMFree(stage.producer, 1, &column, NULL, NULL, 1, &read, NULL));
    clReleaseEvent(read);
    stage_close(&stage);
    return 0;
}
