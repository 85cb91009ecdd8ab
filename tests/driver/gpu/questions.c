/* questions: what the documentation leaves open about the CUDA driver, asked of the real one.
 *
 * questions N    prints one line of answer; status 77: it cannot be asked here */
/* SPDX-License-Identifier: Apache-2.0 */
#include <cuda.h>
#include <dlfcn.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "tests/driver/control.h"

#define SPIN_MS       80
#define LENGTH(array) (sizeof(array) / sizeof(*(array)))

static CUcontext context;
static CUfunction spin, empty;

static void check(const char *what, CUresult code) {
    if (code == CUDA_SUCCESS)
        return;
    printf("%s: %d\n", what, code);
    exit(2);
}
#define OK(call) check(#call, call)

static const char kernels[] =
    ".version 8.0\n.target sm_80\n.address_size 64\n"
    ".visible .entry spin(.param .u64 ns)\n{\n"
    ".reg .u64 %a, %b, %c;\n.reg .pred %p;\n"
    "ld.param.u64 %a, [ns];\nmov.u64 %b, %globaltimer;\nadd.u64 %b, %b, %a;\n"
    "again:\nmov.u64 %c, %globaltimer;\nsetp.lt.u64 %p, %c, %b;\n@%p bra again;\nret;\n}\n"
    ".visible .entry empty(.param .u64 a, .param .u64 b)\n{\nret;\n}\n";

static double now_ms(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6;
}

/* Keeps a stream at work. */
static void occupy(CUstream stream) {
    unsigned long long ns = SPIN_MS * 1000000ull;
    void *params[] = {&ns};
    OK(cuLaunchKernel(spin, 1, 1, 1, 1, 1, 1, 0, stream, params, NULL));
}

static CUstream stream_of(unsigned flags) {
    CUstream stream;
    OK(cuStreamCreate(&stream, flags));
    return stream;
}

static const char *waited(double since) {
    return now_ms() - since > SPIN_MS / 2 ? "yes, it waits" : "no, it does not wait";
}

static void pointers_are_alike(void) {
    void *found = NULL;
    CUdriverProcAddressQueryResult status;
    OK(cuGetProcAddress("cuEventRecord", &found, 12000, 0, &status));
    void *library = dlopen("libcuda.so.1", RTLD_NOW);
    printf("%s\n", found == dlsym(library, "cuEventRecord") ? "the same" : "different ones");
}

static void kernel_as_function(void) {
    CUlibrary library;
    CUkernel kernel;
    size_t offset, size;
    OK(cuLibraryLoadData(&library, kernels, NULL, NULL, 0, NULL, NULL, 0));
    OK(cuLibraryGetKernel(&kernel, library, "spin"));
    printf("code %d\n", cuFuncGetParamInfo((CUfunction)kernel, 0, &offset, &size));
}

static void legacy_waits_for_blocking(void) {
    CUstream blocking = stream_of(CU_STREAM_DEFAULT);
    occupy(blocking);
    double began = now_ms();
    OK(cuStreamSynchronize(NULL));
    printf("%s\n", waited(began));
}

static void free_blocks(void) {
    CUdeviceptr memory;
    OK(cuMemAlloc(&memory, 1 << 20));
    occupy(stream_of(CU_STREAM_NON_BLOCKING));
    double began = now_ms();
    OK(cuMemFree(memory));
    printf("%s\n", waited(began));
}

static void legacy_free_waits_for_blocking(void) {
    CUstream other = stream_of(CU_STREAM_NON_BLOCKING);
    CUdeviceptr one, two;
    OK(cuMemAllocAsync(&one, 1 << 20, other));
    OK(cuStreamSynchronize(other));
    occupy(stream_of(CU_STREAM_DEFAULT));
    double began = now_ms();
    OK(cuMemFreeAsync(one, NULL));
    OK(cuMemAllocAsync(&two, 1 << 20, other));
    OK(cuStreamSynchronize(other));
    printf("%s%s\n", one == two ? "" : "(at another address) ", waited(began));
}

static void new_blocking_stream_waits(void) {
    CUdeviceptr memory;
    OK(cuMemAlloc(&memory, 4096));
    occupy(NULL);
    CUstream blocking = stream_of(CU_STREAM_DEFAULT);
    double began = now_ms();
    OK(cuMemsetD8Async(memory, 1, 4096, blocking));
    OK(cuStreamSynchronize(blocking));
    printf("%s\n", waited(began));
}

#define TRIES 40

static unsigned stale_reads(size_t size, CUstream reader, unsigned char *result) {
    unsigned char *source = malloc(size);
    CUdeviceptr memory;
    unsigned stale = 0;
    OK(cuMemAlloc(&memory, size));
    for (unsigned i = 1; i <= TRIES; i++) {
        memset(source, (int)i, size);
        OK(cuMemcpyHtoD(memory, source, size));
        OK(cuMemcpyDtoHAsync(result, memory + size - 1, 1, reader));
        OK(cuStreamSynchronize(reader));
        stale += *result != (unsigned char)i;
    }
    OK(cuCtxSynchronize());
    OK(cuMemFree(memory));
    free(source);
    return stale;
}

static void tail_of_uploads(void) {
    CUstream reader = stream_of(CU_STREAM_NON_BLOCKING);
    unsigned char *result;
    OK(cuMemHostAlloc((void **)&result, 1, 0));
    printf("stale of %d:", TRIES);
    for (size_t size = 4096; size <= (size_t)64 << 20; size *= 4)
        printf(" %zuK: %u", size >> 10, stale_reads(size, reader, result));
    printf("\n");
}

static void record_across_contexts(void) {
    CUcontext other;
    CUevent event;
    CUdevice device;
    CUstream stream = stream_of(CU_STREAM_NON_BLOCKING);
    OK(cuDeviceGet(&device, 0));
    OK(cuCtxCreate(&other, NULL, 0, device));
    OK(cuEventCreate(&event, 0));
    printf("code %d\n", cuEventRecord(event, stream));
}

/* Alone in its process: it may crash. */
static void wait_for_destroyed(void) {
    CUevent event;
    CUstream stream = stream_of(CU_STREAM_NON_BLOCKING);
    OK(cuEventCreate(&event, 0));
    OK(cuEventDestroy(event));
    printf("code %d\n", cuStreamWaitEvent(stream, event, 0));
}

static void questions_under_capture(void) {
    CUstream stream = stream_of(CU_STREAM_NON_BLOCKING), other = stream_of(CU_STREAM_NON_BLOCKING);
    CUdeviceptr memory;
    CUgraph graph;
    unsigned flags, type = 0;
    CUpointer_attribute attribute = CU_POINTER_ATTRIBUTE_MEMORY_TYPE;
    void *value = &type;
    OK(cuMemAlloc(&memory, 4096));
    OK(cuStreamBeginCapture(stream, CU_STREAM_CAPTURE_MODE_GLOBAL));
    int pointer = cuPointerGetAttributes(1, &attribute, &value, memory);
    int asked = cuStreamGetFlags(other, &flags);
    printf("codes %d, %d; the capture ends with %d\n", pointer, asked,
           cuStreamEndCapture(stream, &graph));
}

static void cost_of_a_launch(void) {
    enum { N = 20000 };
    CUstream stream = stream_of(CU_STREAM_NON_BLOCKING);
    CUdeviceptr memory;
    OK(cuMemAlloc(&memory, 1 << 20));
    void *params[] = {&memory, &memory};
    double began = now_ms();
    for (int i = 0; i < N; i++) {
        OK(cuLaunchKernel(empty, 1, 1, 1, 1, 1, 1, 0, stream, params, NULL));
        if (i % 256 == 0)
            OK(cuStreamSynchronize(stream));
    }
    OK(cuStreamSynchronize(stream));
    printf("%.0f ns a launch\n", (now_ms() - began) * 1e6 / N);
}

static void blocking_waits_for_later_legacy(void) {
    CUstream blocking = stream_of(CU_STREAM_DEFAULT);
    occupy(NULL);
    double began = now_ms();
    OK(cuStreamSynchronize(blocking));
    printf("%s\n", waited(began));
}

static void not_asked(void) {
    printf("not asked here\n");
    exit(77);
}

static void sleep_so_long(void **params, const unsigned *grid, const unsigned *block) {
    const struct timespec time = {0, (long)*(unsigned long long *)params[0]};
    nanosleep(&time, NULL);
}

static void nothing(void **params, const unsigned *grid, const unsigned *block) {}

/* The software driver has no compiler. */
static void add_kernels(void) {
    const size_t words[] = {8, 8};
    driver_kernel("spin", sleep_so_long, words, 1);
    driver_kernel("empty", nothing, words, 2);
}

int main(int argc, char **argv) {
    static void (*const questions[])(void) = {pointers_are_alike,
                                              kernel_as_function,
                                              legacy_waits_for_blocking,
                                              free_blocks,
                                              legacy_free_waits_for_blocking,
                                              new_blocking_stream_waits,
                                              tail_of_uploads,
                                              record_across_contexts,
                                              wait_for_destroyed,
                                              not_asked,
                                              questions_under_capture,
                                              cost_of_a_launch,
                                              blocking_waits_for_later_legacy,
                                              not_asked};
    CUdevice device;
    CUmodule module;
    unsigned question = argc > 1 ? (unsigned)atoi(argv[1]) - 1 : LENGTH(questions);
    if (question >= LENGTH(questions) || cuInit(0) != CUDA_SUCCESS)
        return 77;
    if (driver_kernel)
        add_kernels();
    OK(cuDeviceGet(&device, 0));
    OK(cuCtxCreate(&context, NULL, 0, device));
    OK(cuModuleLoadData(&module, kernels));
    OK(cuModuleGetFunction(&spin, module, "spin"));
    OK(cuModuleGetFunction(&empty, module, "empty"));
    questions[question]();
    return 0;
}
