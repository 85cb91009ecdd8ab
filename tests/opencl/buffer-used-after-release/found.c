/* The release callback frees the shared memory, the consumer's queue reads it none the less.
 *
 * expect: buffer-used-after-release error consumer main at read
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
    void *column = stage_shared(&stage);
    context = stage.context;
    stage_release = give_back;
    stage_give(column, NULL, &array);
    array.array.release(&array.array);
    OK(clEnqueueSVMMemcpy(stage.consumer, CL_TRUE, seen, column, SIZE, 0, NULL, // <- read
                          NULL));
    stage_close(&stage);
    return 0;
}
