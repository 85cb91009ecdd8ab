/* launch: kernels: of modules, and functions of the host's code that stand for one. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/rocm/runtime/runtime.h"

#include <unistd.h>

#define MOST 64

static struct {
    const void *host;
    CUfunction function;
    const char *name;
} kernels[MOST];
static unsigned n_kernels;

/* What a compiler puts into the host's code, called before main. */
EXPORTED void **__hipRegisterFatBinary(const void *data);
EXPORTED void **__hipRegisterFatBinary(const void *data) {
    static void *module;
    return &module;
}

EXPORTED void __hipUnregisterFatBinary(void **modules);
EXPORTED void __hipUnregisterFatBinary(void **modules) {}

EXPORTED void __hipRegisterFunction(void **modules, const void *host, char *name,
                                    const char *device_name, unsigned limit, void *thread_id,
                                    void *block_id, void *block, void *grid, int *warp);
EXPORTED void __hipRegisterFunction(void **modules, const void *host, char *name,
                                    const char *device_name, unsigned limit, void *thread_id,
                                    void *block_id, void *block, void *grid, int *warp) {
    if (n_kernels == MOST)
        return;
    kernels[n_kernels].host = host;
    kernels[n_kernels++].name = device_name;
}

CUfunction launch_function(const void *host) {
    static CUmodule module;
    for (unsigned i = 0; i < n_kernels; i++) {
        if (kernels[i].host != host)
            continue;
        if (!module)
            cuModuleLoadData(&module, "");
        if (!kernels[i].function)
            cuModuleGetFunction(&kernels[i].function, module, kernels[i].name);
        return kernels[i].function;
    }
    return NULL;
}

EXPORTED const char *hipKernelNameRefByPtr(const void *host, CUstream stream);
EXPORTED const char *hipKernelNameRefByPtr(const void *host, CUstream stream) {
    for (unsigned i = 0; i < n_kernels; i++)
        if (kernels[i].host == host)
            return kernels[i].name;
    return NULL;
}
LISTED(hipKernelNameRefByPtr)

EXPORTED const char *hipKernelNameRef(CUfunction function);
EXPORTED const char *hipKernelNameRef(CUfunction function) {
    const char *name = NULL;
    cuFuncGetName(&name, function);
    return name;
}
LISTED(hipKernelNameRef)

HIP(hipModuleLoadData, (CUmodule * module, const void *image), (module, image)) {
    return (int)cuModuleLoadData(module, image);
}

HIP(hipModuleLoad, (CUmodule * module, const char *path), (module, path)) {
    return access(path, R_OK) == 0 ? (int)cuModuleLoadData(module, path)
                                   : CUDA_ERROR_FILE_NOT_FOUND;
}

HIP(hipModuleUnload, (CUmodule module), (module)) {
    return (int)cuModuleUnload(module);
}

HIP(hipModuleGetFunction, (CUfunction * function, CUmodule module, const char *name),
    (function, module, name)) {
    return (int)cuModuleGetFunction(function, module, name);
}

#define SHAPE                                                                                      \
    unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by, unsigned bz, unsigned shared, \
        CUstream stream

/* HIP ends the list of extras by a key of its own. */
static int launch(CUfunction function, SHAPE, void **params, void **extra) {
    void *driver_extra[8] = {CU_LAUNCH_PARAM_END};
    unsigned n = 0;
    for (; !params && extra && n < 6 && extra[n] != HIP_EXTRA_END; n += 2) {
        driver_extra[n] = extra[n];
        driver_extra[n + 1] = extra[n + 1];
    }
    driver_extra[n] = CU_LAUNCH_PARAM_END;
    return function ? (int)cuLaunchKernel(function, gx, gy, gz, bx, by, bz, shared, stream, params,
                                          n ? driver_extra : NULL)
                    : CUDA_ERROR_INVALID_VALUE;
}

HIP(hipModuleLaunchKernel, (CUfunction function, SHAPE, void **params, void **extra),
    (function, gx, gy, gz, bx, by, bz, shared, stream, params, extra)) {
    return launch(function, gx, gy, gz, bx, by, bz, shared, stream, params, extra);
}

static int record(CUevent event, CUstream stream) {
    return event ? (int)cuEventRecord(event, stream) : HIP_SUCCESS;
}

HIP(hipExtModuleLaunchKernel,
    (CUfunction function, SHAPE, void **params, void **extra, CUevent start, CUevent stop,
     unsigned flags),
    (function, gx, gy, gz, bx, by, bz, shared, stream, params, extra, start, stop, flags)) {
    int result = record(start, stream);
    if (!result)
        result = launch(function, gx, gy, gz, bx, by, bz, shared, stream, params, extra);
    return result ? result : record(stop, stream);
}

PAIR(hipLaunchKernel,
     (const void *host, struct hip_dim3 grid, struct hip_dim3 block, void **params, size_t shared,
      CUstream stream),
     (host, grid, block, params, shared, stream),
     (host, grid, block, params, shared, OWN(stream))) {
    return launch(launch_function(host), grid.x, grid.y, grid.z, block.x, block.y, block.z,
                  (unsigned)shared, stream, params, NULL);
}
