/* commands: command buffers, whose functions are found by their names. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef OPENCL_LIB_COMMANDS_H
#define OPENCL_LIB_COMMANDS_H

#include "tests/opencl/lib/stage.h"

#include <CL/cl_ext.h>

#define COMMANDS_FUNCTIONS(ONE)                                                                    \
    ONE(clCreateCommandBufferKHR)                                                                  \
    ONE(clFinalizeCommandBufferKHR)                                                                \
    ONE(clReleaseCommandBufferKHR)                                                                 \
    ONE(clEnqueueCommandBufferKHR)                                                                 \
    ONE(clCommandCopyBufferKHR)                                                                    \
    ONE(clCommandFillBufferKHR)                                                                    \
    ONE(clCommandNDRangeKernelKHR)

static struct {
#define ONE(name) name##_fn name;
    COMMANDS_FUNCTIONS(ONE)
#undef ONE
} khr;

/** An OpenCL without them ends the case with 77, which counts as skipped. */
static inline void commands_find(const struct stage *stage) {
    cl_platform_id platform;
    OK(clGetDeviceInfo(stage->device, CL_DEVICE_PLATFORM, sizeof(platform), &platform, NULL));
#define ONE(name)                                                                                  \
    khr.name = (name##_fn)clGetExtensionFunctionAddressForPlatform(platform, #name);               \
    if (!khr.name)                                                                                 \
        exit(77);
    COMMANDS_FUNCTIONS(ONE)
#undef ONE
}

static inline cl_command_buffer_khr commands_of(cl_command_queue queue) {
    cl_int code;
    cl_command_buffer_khr commands = khr.clCreateCommandBufferKHR(1, &queue, NULL, &code);
    stage_check("clCreateCommandBufferKHR", code);
    return commands;
}

/** Fills the column with NEW bytes whenever it is enqueued. */
static inline cl_command_buffer_khr commands_fill(cl_command_queue queue, cl_mem column) {
    const unsigned char new = NEW;
    cl_command_buffer_khr commands = commands_of(queue);
    OK(khr.clCommandFillBufferKHR(commands, NULL, column, &new, 1, 0, SIZE, 0, NULL, NULL, NULL));
    OK(khr.clFinalizeCommandBufferKHR(commands));
    return commands;
}

#endif
