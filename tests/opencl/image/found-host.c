/* Memory of a plain array is written as a row of an image over it; another array lies between two
 * of its rows.
 *
 * expect: buffer-written-while-held error both main at written
 * expect: buffer-written-while-held error both main at copied
 * seen: 2 arrays, 2 schemas */
/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/opencl/lib/image.h"

static unsigned char memory[SIZE] __attribute__((aligned(4096)));

struct row {
    struct source source;
    const void *buffers[2];
};

static void release(struct ArrowArray *array) {
    array->release = NULL;
}

static void release_schema(struct ArrowSchema *schema) {
    schema->release = NULL;
}

static bool fill(const struct source *source, void *out, struct ArrowSchema *schema) {
    struct row *row = (struct row *)source;
    *schema = (struct ArrowSchema){.format = "C", .name = "", .release = release_schema};
    *(struct ArrowArray *)out = (struct ArrowArray){
        .length = IMAGE_PITCH / 2, .n_buffers = 2, .buffers = row->buffers, .release = release};
    return true;
}

int main(void) {
    struct stage stage = stage_open();
    struct ArrowArray held, between;
    struct ArrowSchema schema;
    struct row rows[] = {{{fill}, {NULL, memory + IMAGE_PITCH}},
                         {{fill}, {NULL, memory + IMAGE_PITCH + IMAGE_PITCH / 2}}};
    const unsigned char bytes[IMAGE_PITCH] = {NEW};
    const size_t origin[3] = {0, 1, 0}, region[3] = {IMAGE_PITCH / 2, 2, 1};
    cl_mem image = image_of(&stage, memory), other = stage_buffer(&stage);
    export_array(&rows[0].source, &held, &schema);
    schema.release(&schema);
    export_array(&rows[1].source, &between, &schema);
    schema.release(&schema);
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
