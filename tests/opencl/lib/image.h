/* image: images over memory that arrays hold. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef OPENCL_LIB_IMAGE_H
#define OPENCL_LIB_IMAGE_H

#include "tests/opencl/lib/stage.h"

/** A line of bytes: a buffer seen as an image. */
static inline cl_mem image_over(const struct stage *stage, cl_mem buffer) {
    const cl_image_format format = {CL_R, CL_UNSIGNED_INT8};
    const cl_image_desc line = {
        .image_type = CL_MEM_OBJECT_IMAGE1D_BUFFER, .image_width = SIZE, .buffer = buffer};
    cl_int code;
    cl_mem image = clCreateImage(stage->context, CL_MEM_READ_WRITE, &format, &line, NULL, &code);
    stage_check("clCreateImage", code);
    return image;
}

/** Rows of 32 bytes, every second one of the host's memory. */
#define IMAGE_PITCH 64
static inline cl_mem image_of(const struct stage *stage, void *host) {
    const cl_image_format format = {CL_R, CL_UNSIGNED_INT8};
    const cl_image_desc rows = {.image_type = CL_MEM_OBJECT_IMAGE2D,
                                .image_width = IMAGE_PITCH / 2,
                                .image_height = SIZE / IMAGE_PITCH,
                                .image_row_pitch = IMAGE_PITCH};
    cl_int code;
    cl_mem image = clCreateImage(stage->context, CL_MEM_READ_WRITE | CL_MEM_USE_HOST_PTR, &format,
                                 &rows, host, &code);
    stage_check("clCreateImage", code);
    return image;
}

#endif
