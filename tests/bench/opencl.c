/* opencl: calls of OpenCL in a loop: arguments and kernels that touch nothing known, fills, a
 * pipeline of kernels.
 *
 * opencl WHAT N    prints nanoseconds a call, of this thread's processor time, of the process's,
 *                  and by the clock; WHAT: argument, event, empty, tracked, held, pipeline,
 *                  unordered, and pipeline-bare: in a program that has met no structure */
/* SPDX-License-Identifier: Apache-2.0 */
#define CL_TARGET_OPENCL_VERSION 300
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#include <CL/cl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "tests/bench/offer.h"

#define SIZE ((size_t)65536)

static const char source[] =
    "kernel void advance(global uchar *to, int by)\n"
    "{ to[get_global_id(0)] += by; }\n"
    "kernel void nothing(local int *to, int by)\n"
    "{ to[get_local_id(0)] = by; }\n";
static cl_context context;
static cl_command_queue queue;
static cl_kernel advance, nothing;
static cl_mem memory;
static cl_event ready;

static const clockid_t clocks[] = {CLOCK_THREAD_CPUTIME_ID, CLOCK_PROCESS_CPUTIME_ID,
                                   CLOCK_MONOTONIC};
#define N_CLOCKS (sizeof(clocks) / sizeof(*clocks))

static void read_clocks(double *times) {
    for (unsigned i = 0; i < N_CLOCKS; i++) {
        struct timespec time;
        clock_gettime(clocks[i], &time);
        times[i] = (double)time.tv_sec * 1e9 + (double)time.tv_nsec;
    }
}

static void prepare(cl_command_queue_properties properties) {
    const char *text = source;
    cl_platform_id platform;
    cl_device_id device;
    int by = 1;
    clGetPlatformIDs(1, &platform, NULL);
    clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL);
    context = clCreateContext(NULL, 1, &device, NULL, NULL, NULL);
    queue = clCreateCommandQueue(context, device, properties, NULL);
    cl_program program = clCreateProgramWithSource(context, 1, &text, NULL, NULL);
    clBuildProgram(program, 1, &device, "", NULL, NULL);
    advance = clCreateKernel(program, "advance", NULL);
    nothing = clCreateKernel(program, "nothing", NULL);
    memory = clCreateBuffer(context, CL_MEM_READ_WRITE, SIZE, NULL, NULL);
    clSetKernelArg(advance, 0, sizeof(memory), &memory);
    clSetKernelArg(advance, 1, sizeof(by), &by);
    clSetKernelArg(nothing, 0, 64 * sizeof(by), NULL);
    clSetKernelArg(nothing, 1, sizeof(by), &by);
}

static void launch(cl_kernel kernel, size_t size, const cl_event *after, cl_event *event) {
    clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &size, NULL, after ? 1 : 0, after, event);
}

static void run_arguments(long n) {
    for (long i = 0; i < n; i++) {
        int by = (int)i;
        clSetKernelArg(nothing, 1, sizeof(by), &by);
    }
}

static void run_events(long n) {
    cl_event event;
    launch(nothing, 64, NULL, &event);
    for (long i = 0; i < n; i += 2) {
        clRetainEvent(event);
        clReleaseEvent(event);
    }
    clReleaseEvent(event);
}

static void run_kernels(cl_kernel kernel, long n) {
    for (long i = 0; i < n; i++) {
        launch(kernel, 64, NULL, NULL);
        if (i % 1024 == 0)
            clFinish(queue);
    }
    clFinish(queue);
}

/* Each waits for the one before. */
static void run_chain(long n) {
    cl_event last = NULL, next;
    for (long i = 0; i < n; i++) {
        launch(advance, SIZE, last ? &last : NULL, &next);
        if (last)
            clReleaseEvent(last);
        last = next;
        if (i % 1024 == 0)
            clFinish(queue);
    }
    clFinish(queue);
    clReleaseEvent(last);
}

static void run(const char *what, long n) {
    if (strcmp(what, "argument") == 0)
        run_arguments(n);
    else if (strcmp(what, "event") == 0)
        run_events(n);
    else if (strcmp(what, "empty") == 0)
        run_kernels(nothing, n);
    else if (strcmp(what, "tracked") == 0 || strcmp(what, "held") == 0)
        run_kernels(advance, n);
    else
        run_chain(n);
}

int main(int argc, char **argv) {
    const char *what = argv[1];
    long n = atol(argv[2]);
    struct ArrowDeviceArray array = {0};
    double began[N_CLOCKS], ended[N_CLOCKS];
    prepare(strcmp(what, "unordered") == 0 ? CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE : 0);
    launch(nothing, 64, NULL, NULL);
    launch(advance, 64, NULL, &ready);
    clFinish(queue);
    if (strcmp(what, "pipeline-bare") != 0)
        offer_hand_over(
            (struct offer){.values = memory, .length = SIZE, .type = 4, .event = &ready}, &array);
    if (array.array.release && strcmp(what, "held") != 0)
        array.array.release(&array.array);
    read_clocks(began);
    run(what, n);
    read_clocks(ended);
    for (unsigned i = 0; i < N_CLOCKS; i++)
        printf("%.0f\n", (ended[i] - began[i]) / (double)n);
    if (array.array.release)
        array.array.release(&array.array);
    return 0;
}
