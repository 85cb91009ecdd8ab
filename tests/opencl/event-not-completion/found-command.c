/* A command whose gate has failed fails too: whoever waits is told.
 *
 * expect: event-not-completion error producer libstage.so at waited
 * seen: 1 array, 1 schema */
/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/opencl/lib/stage.h"

int main(void) {
    struct stage stage = stage_open();
    struct ArrowDeviceArray array;
    cl_mem column = stage_buffer(&stage);
    cl_event gate = clCreateUserEvent(stage.context, NULL), written;
    stage_write(stage.producer, column, gate, &written);
    stage_give(column, &written, &array);
    OK(clSetUserEventStatus(gate, -1));
    if (clWaitForEvents(1, &written) == CL_SUCCESS) // <- waited
        return 1;
    array.array.release(&array.array);
    clReleaseEvent(gate);
    clReleaseEvent(written);
    clReleaseMemObject(column);
    return 0;
    return 0;
}
