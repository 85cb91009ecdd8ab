/* driver: what a scenario calls of the CUDA driver, done with HIP's functions, which are found in
 * one of the ways that programs have. A context is a device: what HIP has nothing for is skipped.
 */
/* SPDX-License-Identifier: Apache-2.0 */
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "hooks/rocm/hip.h"
#include "tests/driver/play/play.h"

/* Those used; TWIN has one whose NULL stream is the thread's own. */
#define FUNCTIONS(ONE, TWIN)                                                                       \
    ONE(hipInit, (unsigned))                                                                       \
    ONE(hipDeviceGet, (int *, int))                                                                \
    ONE(hipSetDevice, (int))                                                                       \
    ONE(hipDeviceReset, (void))                                                                    \
    ONE(hipDeviceSynchronize, (void))                                                              \
    ONE(hipStreamCreateWithFlags, (CUstream *, unsigned))                                          \
    ONE(hipStreamDestroy, (CUstream))                                                              \
    TWIN(hipStreamSynchronize, (CUstream))                                                         \
    TWIN(hipStreamWaitEvent, (CUstream, CUevent, unsigned))                                        \
    ONE(hipStreamWriteValue32, (CUstream, CUdeviceptr, uint32_t, unsigned))                        \
    ONE(hipStreamWaitValue32, (CUstream, CUdeviceptr, uint32_t, unsigned, uint32_t))               \
    ONE(hipEventCreateWithFlags, (CUevent *, unsigned))                                            \
    ONE(hipEventDestroy, (CUevent))                                                                \
    TWIN(hipEventRecord, (CUevent, CUstream))                                                      \
    ONE(hipEventSynchronize, (CUevent))                                                            \
    ONE(hipMalloc, (CUdeviceptr *, size_t))                                                        \
    ONE(hipMallocManaged, (CUdeviceptr *, size_t, unsigned))                                       \
    ONE(hipHostMalloc, (void **, size_t, unsigned))                                                \
    ONE(hipHostRegister, (void *, size_t, unsigned))                                               \
    ONE(hipHostUnregister, (void *))                                                               \
    ONE(hipFree, (CUdeviceptr))                                                                    \
    ONE(hipHostFree, (void *))                                                                     \
    ONE(hipMallocAsync, (CUdeviceptr *, size_t, CUstream))                                         \
    ONE(hipFreeAsync, (CUdeviceptr, CUstream))                                                     \
    TWIN(hipMemcpyAsync, (CUdeviceptr, CUdeviceptr, size_t, int, CUstream))                        \
    TWIN(hipMemsetAsync, (CUdeviceptr, int, size_t, CUstream))                                     \
    TWIN(hipLaunchHostFunc, (CUstream, CUhostFn, void *))                                          \
    ONE(hipModuleLoadData, (CUmodule *, const void *))                                             \
    ONE(hipModuleGetFunction, (CUfunction *, CUmodule, const char *))                              \
    ONE(hipModuleLaunchKernel, (CUfunction, unsigned, unsigned, unsigned, unsigned, unsigned,      \
                                unsigned, unsigned, CUstream, void **, void **))                   \
    ONE(hipExtModuleLaunchKernel,                                                                  \
        (CUfunction, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, size_t, CUstream, \
         void **, void **, CUevent, CUevent, unsigned))                                            \
    ONE(hipGraphCreate, (CUgraph *, unsigned))                                                     \
    ONE(hipGraphAddMemcpyNode,                                                                     \
        (CUgraphNode *, CUgraph, const CUgraphNode *, size_t, const struct hip_parms *))           \
    ONE(hipGraphAddMemsetNode,                                                                     \
        (CUgraphNode *, CUgraph, const CUgraphNode *, size_t, const struct hip_memset *))          \
    ONE(hipGraphAddKernelNode,                                                                     \
        (CUgraphNode *, CUgraph, const CUgraphNode *, size_t, const struct hip_kernel *))          \
    ONE(hipGraphAddEmptyNode, (CUgraphNode *, CUgraph, const CUgraphNode *, size_t))               \
    ONE(hipGraphAddEventRecordNode,                                                                \
        (CUgraphNode *, CUgraph, const CUgraphNode *, size_t, CUevent))                            \
    ONE(hipGraphAddEventWaitNode, (CUgraphNode *, CUgraph, const CUgraphNode *, size_t, CUevent))  \
    ONE(hipGraphInstantiateWithFlags, (CUgraphExec *, CUgraph, unsigned long long))                \
    ONE(hipGraphExecUpdate, (CUgraphExec, CUgraph, CUgraphNode *, int *))                          \
    TWIN(hipGraphLaunch, (CUgraphExec, CUstream))

#define PLAIN(name, types) extern CUresult name types;
FUNCTIONS(PLAIN, PLAIN)
static struct {
#define MEMBER(name, types) CUresult(*name) types;
    FUNCTIONS(MEMBER, MEMBER)
} hip;

bool play_is_lost, play_is_per_thread;
const int32_t play_device_type = 10;

typedef int (*look_up_fn)(const char *, void **, int, uint64_t, int *);

void play_check(const char *what, CUresult code) {
    if (code == CUDA_ERROR_NOT_SUPPORTED)
        play_skip("not supported here: ", what);
    if (code != CUDA_SUCCESS && !play_is_lost)
        play_fail(what, (int)code);
}

static void find_directly(void) {
#define DIRECT(name, types) hip.name = name;
    FUNCTIONS(DIRECT, DIRECT)
}

static void find_by_dlsym(void *library) {
#define BY_NAME(name, types) *(void **)&hip.name = dlsym(library, #name);
#define BY_TWIN(name, types)                                                                       \
    *(void **)&hip.name = dlsym(library, play_is_per_thread ? #name "_spt" : #name);
    FUNCTIONS(BY_NAME, BY_TWIN)
}

static void find_by_lookup(void *library) {
    look_up_fn first = (look_up_fn)dlsym(library, "hipGetProcAddress"), again = NULL;
    int status;
    first("hipGetProcAddress", (void **)&again, 602, 0, &status);
    uint64_t flags = play_is_per_thread ? HIP_PER_THREAD : 0;
#define LOOKED_UP(name, types) again(#name, (void **)&hip.name, 602, flags, &status);
    FUNCTIONS(LOOKED_UP, LOOKED_UP)
}

/* The program's view of the CUDA driver. */

static CUresult nothing_such(void) {
    play_skip("HIP has nothing such", "");
}

static CUresult make_context(CUcontext *context, CUctxCreateParams *params, unsigned flags,
                             CUdevice device) {
    static bool is_made[2];
    if (is_made[device])
        play_skip("two contexts of one device", "");
    is_made[device] = true;
    *context = (CUcontext)(uintptr_t)(device + 1);
    return CUDA_SUCCESS;
}

static CUresult enter(CUcontext context) {
    return hip.hipSetDevice((int)(uintptr_t)context - 1);
}

static CUresult reset(CUcontext context) {
    return hip.hipDeviceReset();
}

static CUresult create_event(CUevent *event, unsigned flags) {
    return hip.hipEventCreateWithFlags(event, flags);
}

static CUresult wait_value(CUstream stream, CUdeviceptr at, cuuint32_t value, unsigned flags) {
    return hip.hipStreamWaitValue32(stream, at, value, flags, UINT32_MAX);
}

static CUresult copy(CUdeviceptr to, CUdeviceptr from, size_t size, CUstream stream) {
    enum { BY_ADDRESS = 4 };
    return hip.hipMemcpyAsync(to, from, size, BY_ADDRESS, stream);
}

static CUresult set(CUdeviceptr to, unsigned char value, size_t size, CUstream stream) {
    return hip.hipMemsetAsync(to, value, size, stream);
}

/* The event fires when the kernel begins. */
static CUresult launch(const CUlaunchConfig *config, CUfunction kernel, void **params,
                       void **extra) {
    CUevent event = config->attrs[0].value.programmaticEvent.event;
    return hip.hipExtModuleLaunchKernel(kernel, 1, 1, 1, 1, 1, 1, 0, config->hStream, params, extra,
                                        event, NULL, 0);
}

static CUresult add_copy(CUgraphNode *node, CUgraph graph, const CUgraphNode *after, size_t n,
                         const CUDA_MEMCPY3D *copy, CUcontext context) {
    struct hip_parms parms = {.extent = {copy->WidthInBytes, 1, 1}};
    parms.from.pitched.ptr = (void *)copy->srcDevice;
    parms.to.pitched.ptr = (void *)copy->dstDevice;
    parms.from.pitched.pitch = parms.to.pitched.pitch = copy->WidthInBytes;
    parms.from.pitched.height = parms.to.pitched.height = 1;
    return hip.hipGraphAddMemcpyNode(node, graph, after, n, &parms);
}

static CUresult add_set(CUgraphNode *node, CUgraph graph, const CUgraphNode *after, size_t n,
                        const CUDA_MEMSET_NODE_PARAMS *set, CUcontext context) {
    struct hip_memset params = {(void *)set->dst, set->elementSize, set->height,
                                set->pitch,       set->value,       set->width};
    return hip.hipGraphAddMemsetNode(node, graph, after, n, &params);
}

static CUresult add_kernel(CUgraphNode *node, CUgraph graph, const CUgraphNode *after, size_t n,
                           const CUDA_KERNEL_NODE_PARAMS *kernel) {
    struct hip_kernel params = {.function = kernel->func,
                                .params = kernel->kernelParams,
                                .grid = {1, 1, 1},
                                .block = {1, 1, 1}};
    return hip.hipGraphAddKernelNode(node, graph, after, n, &params);
}

static CUresult update(CUgraphExec exec, CUgraph graph, CUgraphExecUpdateResultInfo *info) {
    CUgraphNode wrong;
    int how;
    return hip.hipGraphExecUpdate(exec, graph, &wrong, &how);
}

struct play_driver cu;

static void translate(void) {
    cu = (struct play_driver){.cuInit = hip.hipInit,
                              .cuDeviceGet = hip.hipDeviceGet,
                              .cuCtxCreate = make_context,
                              .cuCtxDestroy = reset,
                              .cuCtxSetCurrent = enter,
                              .cuCtxSynchronize = hip.hipDeviceSynchronize,
                              .cuStreamCreate = hip.hipStreamCreateWithFlags,
                              .cuStreamDestroy = hip.hipStreamDestroy,
                              .cuStreamSynchronize = hip.hipStreamSynchronize,
                              .cuStreamWaitEvent = hip.hipStreamWaitEvent,
                              .cuStreamWriteValue32 = hip.hipStreamWriteValue32,
                              .cuStreamWaitValue32 = wait_value,
                              .cuEventCreate = create_event,
                              .cuEventDestroy = hip.hipEventDestroy,
                              .cuEventRecord = hip.hipEventRecord,
                              .cuEventSynchronize = hip.hipEventSynchronize,
                              .cuMemAlloc = hip.hipMalloc,
                              .cuMemAllocManaged = hip.hipMallocManaged,
                              .cuMemHostAlloc = hip.hipHostMalloc,
                              .cuMemHostRegister = hip.hipHostRegister,
                              .cuMemHostUnregister = hip.hipHostUnregister,
                              .cuMemFree = hip.hipFree,
                              .cuMemFreeHost = hip.hipHostFree,
                              .cuMemAllocAsync = hip.hipMallocAsync,
                              .cuMemFreeAsync = hip.hipFreeAsync,
                              .cuMemcpyAsync = copy,
                              .cuMemsetD8Async = set,
                              .cuLaunchHostFunc = hip.hipLaunchHostFunc,
                              .cuModuleLoadData = hip.hipModuleLoadData,
                              .cuModuleGetFunction = hip.hipModuleGetFunction,
                              .cuLaunchKernel = hip.hipModuleLaunchKernel,
                              .cuLaunchKernelEx = launch,
                              .cuGraphCreate = hip.hipGraphCreate,
                              .cuGraphAddMemcpyNode = add_copy,
                              .cuGraphAddMemsetNode = add_set,
                              .cuGraphAddKernelNode = add_kernel,
                              .cuGraphAddEmptyNode = hip.hipGraphAddEmptyNode,
                              .cuGraphAddEventRecordNode = hip.hipGraphAddEventRecordNode,
                              .cuGraphAddEventWaitNode = hip.hipGraphAddEventWaitNode,
                              .cuGraphInstantiateWithFlags = hip.hipGraphInstantiateWithFlags,
                              .cuGraphExecUpdate = update,
                              .cuGraphLaunch = hip.hipGraphLaunch};
    *(void **)&cu.cuMemcpyPeer = *(void **)&cu.cuCtxRecordEvent = *(void **)&cu.cuCtxWaitEvent =
        (void *)nothing_such;
}

void play_find_driver(const char *way) {
    void *library = dlopen("libamdhip64.so.6", RTLD_NOW | RTLD_LOCAL);
    if (!library)
        play_skip("no libamdhip64.so.6", "");
    play_is_per_thread = strstr(way, "-thread");
    if (strcmp(way, "direct") == 0)
        find_directly();
    else if (strncmp(way, "dlsym", 5) == 0)
        find_by_dlsym(library);
    else
        find_by_lookup(library);
    void *const *functions = (void *const *)&hip;
    for (size_t i = 0; i < sizeof(hip) / sizeof(void *); i++)
        if (!functions[i])
            play_skip("the runtime lacks a function: it is too old", "");
    translate();
}

CUfunction play_kernel(const bool *is_const, unsigned n) {
    char name[128] = "_Z5touch";
    CUmodule module;
    CUfunction kernel;
    for (unsigned i = 0; i < n; i++)
        strcat(name, is_const[i] ? "PKc" : "Pc");
    snprintf(name + strlen(name), 12, "_%u", n);
    OK(hip.hipModuleLoadData(&module, name));
    OK(hip.hipModuleGetFunction(&kernel, module, name));
    return kernel;
}
