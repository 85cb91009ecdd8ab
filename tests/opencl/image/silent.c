/* The image over a column is read after a wait for what wrote it, the unmap of that image.
 *
 * expect: nothing
 * seen: 1 array, 1 schema */
/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/opencl/lib/image.h"

int main(void) {
    struct stage stage = stage_open();
    struct ArrowDeviceArray array;
    const size_t origin[3] = {0}, region[3] = {SIZE, 1, 1};
    unsigned char seen[SIZE];
    size_t pitch;
    cl_int code;
    cl_mem column = stage_buffer(&stage), image = image_over(&stage, column);
    cl_event written;
    void *mapped = clEnqueueMapImage(stage.producer, image, CL_TRUE, CL_MAP_WRITE, origin, region,
                                     &pitch, NULL, 0, NULL, NULL, &code);
    stage_check("clEnqueueMapImage", code);
    memset(mapped, NEW, SIZE);
    OK(clEnqueueUnmapMemObject(stage.producer, image, mapped, 0, NULL, &written));
    OK(clFlush(stage.producer));
    stage_give(column, &written, &array);
    OK(clEnqueueReadImage(stage.consumer, image, CL_TRUE, origin, region, 0, 0, seen, 1, &written,
                          NULL));
    stage_expect(stage_stale(seen), 0);
    array.array.release(&array.array);
    clReleaseEvent(written);
    clReleaseMemObject(image);
    clReleaseMemObject(column);
    stage_close(&stage);
    return 0;
}
