/* An array is handed over when its memory was unmapped; the consumer maps it to read, and as if to
 * write.
 *
 * expect: nothing
 * seen: 1 array, 1 schema */
/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/opencl/lib/stage.h"

static void *map(const struct stage *stage, cl_mem column, cl_map_flags flags) {
    cl_int code;
    void *mapped =
        clEnqueueMapBuffer(stage->producer, column, CL_TRUE, flags, 0, SIZE, 0, NULL, NULL, &code);
    stage_check("clEnqueueMapBuffer", code);
    return mapped;
}

static void unmap(const struct stage *stage, cl_mem column, void *mapped) {
    OK(clEnqueueUnmapMemObject(stage->producer, column, mapped, 0, NULL, NULL));
    OK(clFinish(stage->producer));
}

int main(void) {
    struct stage stage = stage_open();
    struct ArrowDeviceArray array;
    cl_mem column = stage_buffer(&stage);
    void *mapped = map(&stage, column, CL_MAP_READ | CL_MAP_WRITE);
    memset(mapped, NEW, SIZE);
    unmap(&stage, column, mapped);
    stage_give(column, NULL, &array);
    mapped = map(&stage, column, CL_MAP_READ);
    stage_expect(stage_stale(mapped), 0);
    unmap(&stage, column, mapped);
    unmap(&stage, column, map(&stage, column, CL_MAP_READ | CL_MAP_WRITE));
    array.array.release(&array.array);
    clReleaseMemObject(column);
    stage_close(&stage);
    return 0;
}
