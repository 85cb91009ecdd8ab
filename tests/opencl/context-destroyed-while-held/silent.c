/* A buffer keeps its context; shared memory does not, but its array is released before.
 *
 * expect: nothing
 * seen: 2 arrays, 2 schemas */
/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/opencl/lib/stage.h"

int main(void) {
    struct stage stage = stage_open(), other = stage_open();
    struct ArrowDeviceArray array;
    cl_mem column = stage_buffer(&stage);
    stage_give(column, NULL, &array);
    stage_close(&stage);
    array.array.release(&array.array);
    OK(clReleaseMemObject(column));
    void *shared = stage_shared(&other);
    stage_give(shared, NULL, &array);
    array.array.release(&array.array);
    clSVMFree(other.context, shared);
    stage_close(&other);
    return 0;
}
