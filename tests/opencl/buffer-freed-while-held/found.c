/* The producer gives the buffer back while the array is held.
 *
 * expect: buffer-freed-while-held error producer libstage.so at freed
 * seen: 1 array, 1 schema */
/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/opencl/lib/stage.h"

int main(void) {
    struct stage stage = stage_open();
    struct ArrowDeviceArray array;
    cl_mem column = stage_buffer(&stage);
    stage_give(column, NULL, &array);
    OK(clReleaseMemObject(column)); // <- freed
    array.array.release(&array.array);
    stage_close(&stage);
    return 0;
}
