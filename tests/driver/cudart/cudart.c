/* cudart: a libcudart.so.13 of ours over the driver's functions, which it looks up as others do: by
 * one dlsym, then by cuGetProcAddress alone; with what a compiled <<<>>> calls. */
/* SPDX-License-Identifier: Apache-2.0 */
#define __CUDA_API_VERSION_INTERNAL
#include <cuda.h>
#include <dlfcn.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#define EXPORTED __attribute__((visibility("default")))
#define VERSION  13000

typedef int cudaError;
typedef CUresult (*look_up_fn)(const char *, void **, int, cuuint64_t,
                               CUdriverProcAddressQueryResult *);

#define FUNCTIONS(ONE)                                                                             \
    ONE(cuInit, 2000, (unsigned))                                                                  \
    ONE(cuDevicePrimaryCtxRetain, 7000, (CUcontext *, CUdevice))                                   \
    ONE(cuCtxGetCurrent, 4000, (CUcontext *))                                                      \
    ONE(cuCtxSetCurrent, 4000, (CUcontext))                                                        \
    ONE(cuCtxSynchronize, 2000, (void))                                                            \
    ONE(cuDeviceGetCount, 2000, (int *))                                                           \
    ONE(cuMemAlloc, 3020, (CUdeviceptr *, size_t))                                                 \
    ONE(cuMemFree, 3020, (CUdeviceptr))                                                            \
    ONE(cuMemAllocAsync, 11020, (CUdeviceptr *, size_t, CUstream))                                 \
    ONE(cuMemFreeAsync, 11020, (CUdeviceptr, CUstream))                                            \
    ONE(cuMemHostAlloc, 2020, (void **, size_t, unsigned))                                         \
    ONE(cuMemFreeHost, 2000, (void *))                                                             \
    ONE(cuMemcpy, 4000, (CUdeviceptr, CUdeviceptr, size_t))                                        \
    ONE(cuMemcpyAsync, 4000, (CUdeviceptr, CUdeviceptr, size_t, CUstream))                         \
    ONE(cuMemsetD8, 3020, (CUdeviceptr, unsigned char, size_t))                                    \
    ONE(cuMemsetD8Async, 3020, (CUdeviceptr, unsigned char, size_t, CUstream))                     \
    ONE(cuStreamCreate, 2000, (CUstream *, unsigned))                                              \
    ONE(cuStreamDestroy, 4000, (CUstream))                                                         \
    ONE(cuStreamSynchronize, 2000, (CUstream))                                                     \
    ONE(cuStreamQuery, 2000, (CUstream))                                                           \
    ONE(cuStreamWaitEvent, 3020, (CUstream, CUevent, unsigned))                                    \
    ONE(cuEventCreate, 2000, (CUevent *, unsigned))                                                \
    ONE(cuEventRecord, 2000, (CUevent, CUstream))                                                  \
    ONE(cuEventQuery, 2000, (CUevent))                                                             \
    ONE(cuEventSynchronize, 2000, (CUevent))                                                       \
    ONE(cuEventDestroy, 4000, (CUevent))                                                           \
    ONE(cuLaunchHostFunc, 10000, (CUstream, CUhostFn, void *))                                     \
    ONE(cuModuleLoadData, 2000, (CUmodule *, const void *))                                        \
    ONE(cuModuleGetFunction, 2000, (CUfunction *, CUmodule, const char *))                         \
    ONE(cuLaunchKernel, 4000,                                                                      \
        (CUfunction, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned,         \
         CUstream, void **, void **))

static struct {
#define MEMBER(name, version, params) CUresult(*name) params;
    FUNCTIONS(MEMBER)
#undef MEMBER
} driver;

static pthread_once_t once = PTHREAD_ONCE_INIT;
static bool is_there;
static _Thread_local CUresult last;

static void load(void) {
    static CUresult (*set_up)(const char *, void **, int, cuuint64_t,
                              CUdriverProcAddressQueryResult *);
    void *library = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
    look_up_fn first = library ? (look_up_fn)dlsym(library, "cuGetProcAddress_v2") : NULL;
    if (!first || first("cuGetProcAddress", (void **)&set_up, 12000, 0, NULL) || !set_up)
        return;
#define LOOK_UP(name, version, params) set_up(#name, (void **)&driver.name, VERSION, 0, NULL);
    FUNCTIONS(LOOK_UP)
#undef LOOK_UP
    is_there = driver.cuInit && driver.cuInit(0) == CUDA_SUCCESS;
}

/* The device's primary context is current from the first call on. */
static bool begin(void) {
    CUcontext context = NULL;
    pthread_once(&once, load);
    if (!is_there)
        return false;
    driver.cuCtxGetCurrent(&context);
    if (!context && driver.cuDevicePrimaryCtxRetain(&context, 0) == CUDA_SUCCESS)
        driver.cuCtxSetCurrent(context);
    return context != NULL;
}

#define NO_DEVICE        100
#define CALL(expression) (begin() ? (cudaError)(last = (expression)) : NO_DEVICE)

EXPORTED cudaError cudaGetDeviceCount(int *n) {
    return CALL(driver.cuDeviceGetCount(n));
}

EXPORTED cudaError cudaMalloc(void **pointer, size_t size) {
    return CALL(driver.cuMemAlloc((CUdeviceptr *)pointer, size));
}

EXPORTED cudaError cudaFree(void *pointer) {
    return CALL(driver.cuMemFree((CUdeviceptr)pointer));
}

EXPORTED cudaError cudaMallocAsync(void **pointer, size_t size, CUstream stream) {
    return CALL(driver.cuMemAllocAsync((CUdeviceptr *)pointer, size, stream));
}

EXPORTED cudaError cudaFreeAsync(void *pointer, CUstream stream) {
    return CALL(driver.cuMemFreeAsync((CUdeviceptr)pointer, stream));
}

EXPORTED cudaError cudaMallocHost(void **pointer, size_t size) {
    return CALL(driver.cuMemHostAlloc(pointer, size, 0));
}

EXPORTED cudaError cudaFreeHost(void *pointer) {
    return CALL(driver.cuMemFreeHost(pointer));
}

EXPORTED cudaError cudaMemcpy(void *to, const void *from, size_t size, int kind) {
    return CALL(driver.cuMemcpy((CUdeviceptr)to, (CUdeviceptr)from, size));
}

EXPORTED cudaError cudaMemcpyAsync(void *to, const void *from, size_t size, int kind,
                                   CUstream stream) {
    return CALL(driver.cuMemcpyAsync((CUdeviceptr)to, (CUdeviceptr)from, size, stream));
}

EXPORTED cudaError cudaMemset(void *to, int value, size_t size) {
    return CALL(driver.cuMemsetD8((CUdeviceptr)to, (unsigned char)value, size));
}

EXPORTED cudaError cudaMemsetAsync(void *to, int value, size_t size, CUstream stream) {
    return CALL(driver.cuMemsetD8Async((CUdeviceptr)to, (unsigned char)value, size, stream));
}

EXPORTED cudaError cudaStreamCreateWithFlags(CUstream *stream, unsigned flags) {
    return CALL(driver.cuStreamCreate(stream, flags));
}

EXPORTED cudaError cudaStreamCreate(CUstream *stream) {
    return cudaStreamCreateWithFlags(stream, 0);
}

EXPORTED cudaError cudaStreamDestroy(CUstream stream) {
    return CALL(driver.cuStreamDestroy(stream));
}

EXPORTED cudaError cudaStreamSynchronize(CUstream stream) {
    return CALL(driver.cuStreamSynchronize(stream));
}

EXPORTED cudaError cudaStreamQuery(CUstream stream) {
    return CALL(driver.cuStreamQuery(stream));
}

EXPORTED cudaError cudaStreamWaitEvent(CUstream stream, CUevent event, unsigned flags) {
    return CALL(driver.cuStreamWaitEvent(stream, event, flags));
}

EXPORTED cudaError cudaEventCreateWithFlags(CUevent *event, unsigned flags) {
    return CALL(driver.cuEventCreate(event, flags));
}

EXPORTED cudaError cudaEventCreate(CUevent *event) {
    return cudaEventCreateWithFlags(event, 0);
}

EXPORTED cudaError cudaEventRecord(CUevent event, CUstream stream) {
    return CALL(driver.cuEventRecord(event, stream));
}

EXPORTED cudaError cudaEventQuery(CUevent event) {
    return CALL(driver.cuEventQuery(event));
}

EXPORTED cudaError cudaEventSynchronize(CUevent event) {
    return CALL(driver.cuEventSynchronize(event));
}

EXPORTED cudaError cudaEventDestroy(CUevent event) {
    return CALL(driver.cuEventDestroy(event));
}

EXPORTED cudaError cudaDeviceSynchronize(void) {
    return CALL(driver.cuCtxSynchronize());
}

EXPORTED cudaError cudaLaunchHostFunc(CUstream stream, CUhostFn function, void *data) {
    return CALL(driver.cuLaunchHostFunc(stream, function, data));
}

EXPORTED cudaError cudaGetLastError(void) {
    cudaError error = (cudaError)last;
    last = CUDA_SUCCESS;
    return error;
}

EXPORTED const char *cudaGetErrorString(cudaError error) {
    static _Thread_local char text[32];
    snprintf(text, sizeof(text), "CUDA error %d", error);
    return text;
}

/* What a compiler makes of __global__ functions and of <<<>>>. */

struct shape {
    unsigned x, y, z;
};

static struct {
    const void *host;
    const char *name;
    CUfunction function;
} kernels[64];
static unsigned n_kernels;

static _Thread_local struct {
    struct shape grid, block;
    size_t shared;
    CUstream stream;
} configuration;

EXPORTED void **__cudaRegisterFatBinary(void *binary) {
    static void *handle;
    return &handle;
}

EXPORTED void __cudaRegisterFatBinaryEnd(void **handle) {}

EXPORTED void __cudaUnregisterFatBinary(void **handle) {}

EXPORTED char __cudaInitModule(void **handle) {
    return 1;
}

EXPORTED void __cudaRegisterFunction(void **handle, const char *host, char *device,
                                     const char *name, int limit, void *thread, void *block,
                                     void *block_size, void *grid, int *warp) {
    if (n_kernels < sizeof(kernels) / sizeof(*kernels)) {
        kernels[n_kernels].host = host;
        kernels[n_kernels++].name = name;
    }
}

EXPORTED unsigned __cudaPushCallConfiguration(struct shape grid, struct shape block, size_t shared,
                                              CUstream stream) {
    configuration.grid = grid;
    configuration.block = block;
    configuration.shared = shared;
    configuration.stream = stream;
    return 0;
}

EXPORTED cudaError __cudaPopCallConfiguration(struct shape *grid, struct shape *block,
                                              size_t *shared, CUstream *stream) {
    *grid = configuration.grid;
    *block = configuration.block;
    *shared = configuration.shared;
    *stream = configuration.stream;
    return 0;
}

static CUfunction find(const void *host) {
    CUmodule module;
    for (unsigned i = 0; i < n_kernels; i++) {
        if (kernels[i].host != host)
            continue;
        if (!kernels[i].function && begin() && !driver.cuModuleLoadData(&module, "fat binary"))
            driver.cuModuleGetFunction(&kernels[i].function, module, kernels[i].name);
        return kernels[i].function;
    }
    return NULL;
}

EXPORTED cudaError __cudaGetKernel(CUfunction *kernel, const void *host) {
    *kernel = find(host);
    return *kernel ? 0 : 98; /* cudaErrorInvalidDeviceFunction */
}

EXPORTED cudaError __cudaLaunchKernel(CUfunction kernel, struct shape grid, struct shape block,
                                      void **params, size_t shared, CUstream stream) {
    return CALL(driver.cuLaunchKernel(kernel, grid.x, grid.y, grid.z, block.x, block.y, block.z,
                                      (unsigned)shared, stream, params, NULL));
}

EXPORTED cudaError cudaLaunchKernel(const void *host, struct shape grid, struct shape block,
                                    void **params, size_t shared, CUstream stream) {
    return __cudaLaunchKernel(find(host), grid, block, params, shared, stream);
}
