/* The event is complete before the host waits for it, and nobody says how long that may take.
 *
 * expect: nothing
 * seen: 1 array, 1 schema */
/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/opencl/lib/stage.h"

int main(void) {
    struct stage stage = stage_open();
    struct ArrowDeviceArray array;
    cl_mem column = stage_buffer(&stage);
    cl_event written;
    stage_write(stage.producer, column, NULL, &written);
    OK(clFinish(stage.producer));
    stage_give(column, &written, &array);
    OK(clWaitForEvents(1, array.sync_event));
    array.array.release(&array.array);
    clReleaseEvent(written);
    clReleaseMemObject(column);
    stage_close(&stage);
    return 0;
}
