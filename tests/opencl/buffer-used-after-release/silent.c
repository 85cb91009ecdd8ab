/* The consumer has what it wants before it releases; the memory that comes next at the address is
 * its own.
 *
 * expect: nothing
 * seen: 1 array, 1 schema */
/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/opencl/lib/stage.h"

static cl_context context;

static void give_back(void *buffer, cl_event *event) {
    (void)event;
    clSVMFree(context, buffer);
}

int main(void) {
    struct stage stage = stage_open();
    struct ArrowDeviceArray array;
    static unsigned char seen[SIZE];
    void *column = stage_shared(&stage), *next;
    context = stage.context;
    stage_release = give_back;
    stage_give(column, NULL, &array);
    OK(clEnqueueSVMMemcpy(stage.consumer, CL_TRUE, seen, column, SIZE, 0, NULL, NULL));
    array.array.release(&array.array);
    next = stage_shared(&stage);
    OK(clEnqueueSVMMemcpy(stage.consumer, CL_TRUE, seen, next, SIZE, 0, NULL, NULL));
    clSVMFree(stage.context, next);
    stage_close(&stage);
    return 0;
}
