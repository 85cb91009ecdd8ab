/* Another event is put where sync_event points to, for the next array.
 *
 * expect: event-rerecorded error producer ?
 * says: Keep the cl_event
 * seen: 1 array, 1 schema */
/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/opencl/lib/stage.h"

int main(void) {
    struct stage stage = stage_open();
    struct ArrowDeviceArray array;
    cl_mem column = stage_buffer(&stage);
    cl_mem next = stage_buffer(&stage);
    cl_event written, first;
    stage_write(stage.producer, column, NULL, &written);
    stage_give(column, &written, &array);
    first = written;
    stage_write(stage.consumer, next, NULL, &written);
    array.array.release(&array.array);
    clReleaseEvent(first);
    clReleaseEvent(written);
    clReleaseMemObject(column);
    clReleaseMemObject(next);
    stage_close(&stage);
    return 0;
}
