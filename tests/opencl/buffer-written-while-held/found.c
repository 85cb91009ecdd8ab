/* The producer writes again while the array is held.
 *
 * expect: buffer-written-while-held error both main at written
 * seen: 1 array, 1 schema */
/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/opencl/lib/stage.h"

int main(void) {
    struct stage stage = stage_open();
    struct ArrowDeviceArray array;
    cl_mem column = stage_buffer(&stage);
    stage_give(column, NULL, &array);
    OK(clEnqueueFillBuffer(stage.producer, column, &(unsigned char){3}, 1, 0, SIZE, 0, // <- written
                           NULL, NULL));
    OK(clFinish(stage.producer));
    array.array.release(&array.array);
    clReleaseMemObject(column);
    stage_close(&stage);
    return 0;
}
