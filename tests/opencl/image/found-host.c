/* Memory of a plain array is written as a row of an image over it; another array lies between two
 * of its rows.
 *
 * expect: buffer-written-while-held error both main at written
 * expect: buffer-written-while-held error both main at copied
 * seen: 2 arrays, 2 schemas */
/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/opencl/lib/image.h"
#include "tests/opencl/lib/plain.h"

int main(void) {
    struct stage stage = stage_open();
    struct ArrowArray held, between;
    const unsigned char bytes[IMAGE_PITCH] = {NEW};
    const size_t origin[3] = {0, 1, 0}, region[3] = {IMAGE_PITCH / 2, 2, 1};
    cl_mem image = image_of(&stage, plain_memory), other = stage_buffer(&stage);
    plain_give(IMAGE_PITCH, IMAGE_PITCH / 2, &held);
    plain_give(IMAGE_PITCH + IMAGE_PITCH / 2, IMAGE_PITCH / 2, &between);
    OK(clEnqueueWriteImage(stage.producer, image, CL_TRUE, origin, region, 0, 0, // <- written
                           bytes, 0, NULL, NULL));
    OK(clEnqueueCopyBufferToImage(stage.producer, other, image, 0, origin, region, // <- copied
                                  0, NULL, NULL));
    OK(clFinish(stage.producer));
    held.release(&held);
    between.release(&between);
    clReleaseMemObject(image);
    clReleaseMemObject(other);
    stage_close(&stage);
    return 0;
}
