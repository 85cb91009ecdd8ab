/* What hipGetLastError() says is the program's own error, whatever the library has asked HIP
 * meanwhile; in version 5 each call decides it anew.
 *
 * expect: nothing
 * seen: 2 arrays, 2 schemas */
/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/hip/lib/stage.h"

static void fail_and_ask(struct stage *stage) {
    struct ArrowDeviceArray array;
    static char pageable[SIZE];
    printf("%d ", hipSetDevice(77));
    stage_give(ROCM, stage->column, NULL, &array);
    printf("%d ", hipGetLastError());
    OK(hipMemcpyAsync(pageable, array.array.buffers[1], SIZE, hipMemcpyDeviceToHost,
                      stage->consumer));
    printf("%d ", hipGetLastError());
    array.array.release(&array.array);
    printf("%d\n", hipGetLastError());
}

int main(void) {
    struct stage stage = stage_open();
    fail_and_ask(&stage);
    setenv("ARROWDEV_HIP_VERSION", "5", 1);
    fail_and_ask(&stage);
    OK(hipFree(stage.column));
    stage_close(&stage);
    return 0;
}
