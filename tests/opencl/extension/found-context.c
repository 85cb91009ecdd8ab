/* The last reference to a context is given back while shared memory of it is held.
 *
 * expect: context-destroyed-while-held error producer ? at destroyed
 * seen: 1 array */
/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/opencl/lib/usm.h"

int main(void) {
    FIND_FOR(clSharedMemAllocINTEL);
    struct ArrowDeviceArray array;
    cl_context context = clCreateContext(NULL, 0, NULL, NULL, NULL, NULL);
    void *column = clSharedMemAllocINTEL(context, NULL, NULL, SIZE, 0, NULL);
    GIVE(column, NULL, &array);
    clReleaseContext(context); // <- destroyed
    array.array.release(&array.array);
    return 0;
}
