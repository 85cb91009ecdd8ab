/* The event is the program's own, which sets it to an error.
 *
 * expect: event-not-completion error producer libstage.so at failed
 * says: CL_EVENT_COMMAND_EXECUTION_STATUS
 * seen: 1 array, 1 schema */
/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/opencl/lib/stage.h"

int main(void) {
    struct stage stage = stage_open();
    struct ArrowDeviceArray array;
    cl_mem column = stage_buffer(&stage);
    cl_event promised = clCreateUserEvent(stage.context, NULL);
    stage_give(column, &promised, &array);
    OK(clSetUserEventStatus(promised, -1)); // <- failed
    if (clWaitForEvents(1, &promised) != CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST)
        return 1;
    array.array.release(&array.array);
    clReleaseEvent(promised);
    clReleaseMemObject(column);
    stage_close(&stage);
    return 0;
}
