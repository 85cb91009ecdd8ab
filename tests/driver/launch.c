/* launch: modules of any content, kernels that are functions of the host, and host functions. */
/* SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>
#include <string.h>

#include "tests/driver/driver.h"
#include "tests/driver/graph.h"

#define MAX_KERNELS 32
#define MAX_PARAMS  32

struct CUmod_st {
    unsigned n_users;
};

struct CUlib_st {
    unsigned n_users;
};

/* A CUfunction and a CUkernel at once, as a cast between them must do. */
struct CUfunc_st {
    CUfunction next;
    char *name;
    CUmodule module;
    const struct kernel *kernel;
};

static struct kernel {
    const char *part;
    driver_kernel_fn run;
    size_t sizes[MAX_PARAMS];
    size_t n;
} kernels[MAX_KERNELS];
static unsigned n_kernels;
static CUfunction functions;

void driver_kernel(const char *part, driver_kernel_fn run, const size_t *sizes, size_t n) {
    driver_lock();
    struct kernel *kernel = &kernels[n_kernels < MAX_KERNELS ? n_kernels++ : MAX_KERNELS - 1];
    *kernel = (struct kernel){.part = part, .run = run, .n = n < MAX_PARAMS ? n : MAX_PARAMS};
    memcpy(kernel->sizes, sizes, kernel->n * sizeof(*sizes));
    driver_unlock();
}

/* fill(char *to, size_t n, int value), copy(char *to, const char *from, size_t n),
 * sum(const int *from, size_t n, int *to) */
static void run_fill(void **params, const unsigned *grid, const unsigned *block) {
    memset(*(void **)params[0], *(int *)params[2], *(size_t *)params[1]);
}

static void run_copy(void **params, const unsigned *grid, const unsigned *block) {
    memmove(*(void **)params[0], *(void **)params[1], *(size_t *)params[2]);
}

static void run_sum(void **params, const unsigned *grid, const unsigned *block) {
    const int *from = *(int **)params[0];
    int sum = 0;
    for (size_t i = 0; i < *(size_t *)params[1]; i++)
        sum += from[i];
    **(int **)params[2] = sum;
}

/* What a compiler of Python makes of an array: two words, its length, the size of an item, the
 * pointer, shape, stride. add_one(array) */
static void run_add_one(void **params, const unsigned *grid, const unsigned *block) {
    size_t n = *(size_t *)params[2], size = *(size_t *)params[3];
    char *data = *(char **)params[4];
    for (size_t i = 0; i < n; i++)
        size == 8 ? (void)++*(int64_t *)(data + 8 * i) : (void)++*(int32_t *)(data + 4 * i);
}

__attribute__((constructor)) static void add_kernels(void) {
    static const size_t words[] = {8, 8, 8, 8, 8, 8, 8};
    driver_kernel("fill_bytes", run_fill, (const size_t[]){8, 8, 4}, 3);
    driver_kernel("copy_bytes", run_copy, words, 3);
    driver_kernel("sum_ints", run_sum, words, 3);
    driver_kernel("add_one", run_add_one, words, 7);
}

static CUresult find(CUfunction *function, CUmodule module, const char *name) {
    CUresult result = CUDA_ERROR_NOT_FOUND;
    driver_lock();
    for (CUfunction known = functions; known; known = known->next)
        if (known->module == module && strcmp(known->name, name) == 0) {
            *function = known;
            result = CUDA_SUCCESS;
        }
    for (unsigned i = 0; i < n_kernels && result != CUDA_SUCCESS; i++)
        if (strstr(name, kernels[i].part)) {
            CUfunction made = malloc(sizeof(*made));
            *made = (struct CUfunc_st){functions, strdup(name), module, &kernels[i]};
            *function = functions = made;
            result = CUDA_SUCCESS;
        }
    driver_unlock();
    return result;
}

static CUresult load(CUmodule *module) {
    if (!driver_context())
        return CUDA_ERROR_INVALID_CONTEXT;
    *module = calloc(1, sizeof(**module));
    return CUDA_SUCCESS;
}

ENTRY(cuModuleLoad, (CUmodule * module, const char *path), (module, path)) {
    return load(module);
}

ENTRY(cuModuleLoadData, (CUmodule * module, const void *image), (module, image)) {
    return load(module);
}

ENTRY(cuModuleLoadDataEx,
      (CUmodule * module, const void *image, unsigned n, CUjit_option *options, void **values),
      (module, image, n, options, values)) {
    return load(module);
}

ENTRY(cuModuleLoadFatBinary, (CUmodule * module, const void *image), (module, image)) {
    return load(module);
}

/* What is linked is as good as any image. */
ENTRY(cuLinkCreate_v2, (unsigned n, CUjit_option *options, void **values, CUlinkState *state),
      (n, options, values, state)) {
    static int linker;
    *state = (CUlinkState)&linker;
    return CUDA_SUCCESS;
}

ENTRY(cuLinkAddData_v2,
      (CUlinkState state, CUjitInputType type, void *data, size_t size, const char *name,
       unsigned n, CUjit_option *options, void **values),
      (state, type, data, size, name, n, options, values)) {
    return CUDA_SUCCESS;
}

ENTRY(cuLinkAddFile_v2,
      (CUlinkState state, CUjitInputType type, const char *path, unsigned n, CUjit_option *options,
       void **values),
      (state, type, path, n, options, values)) {
    return CUDA_SUCCESS;
}

ENTRY(cuLinkComplete, (CUlinkState state, void **image, size_t *size), (state, image, size)) {
    static char linked[] = "image";
    *image = linked;
    *size = sizeof(linked);
    return CUDA_SUCCESS;
}

ENTRY(cuLinkDestroy, (CUlinkState state), (state)) {
    return CUDA_SUCCESS;
}

ENTRY(cuModuleUnload, (CUmodule module), (module)) {
    return CUDA_SUCCESS;
}

ENTRY(cuModuleGetLoadingMode, (CUmoduleLoadingMode * mode), (mode)) {
    *mode = CU_MODULE_LAZY_LOADING;
    return CUDA_SUCCESS;
}

ENTRY(cuModuleGetFunction, (CUfunction * function, CUmodule module, const char *name),
      (function, module, name)) {
    return find(function, module, name);
}

ENTRY(cuLibraryLoadData,
      (CUlibrary * library, const void *image, CUjit_option *jit, void **jit_values, unsigned n_jit,
       CUlibraryOption *options, void **values, unsigned n),
      (library, image, jit, jit_values, n_jit, options, values, n)) {
    *library = calloc(1, sizeof(**library));
    return CUDA_SUCCESS;
}

ENTRY(cuLibraryUnload, (CUlibrary library), (library)) {
    return CUDA_SUCCESS;
}

ENTRY(cuLibraryGetModule, (CUmodule * module, CUlibrary library), (module, library)) {
    *module = (CUmodule)library;
    return CUDA_SUCCESS;
}

ENTRY(cuLibraryGetKernel, (CUkernel * kernel, CUlibrary library, const char *name),
      (kernel, library, name)) {
    return find((CUfunction *)kernel, (CUmodule)library, name);
}

ENTRY(cuKernelGetFunction, (CUfunction * function, CUkernel kernel), (function, kernel)) {
    *function = (CUfunction)kernel;
    return CUDA_SUCCESS;
}

ENTRY(cuKernelGetLibrary, (CUlibrary * library, CUkernel kernel), (library, kernel)) {
    *library = (CUlibrary)((CUfunction)kernel)->module;
    return CUDA_SUCCESS;
}

ENTRY(cuFuncGetModule, (CUmodule * module, CUfunction function), (module, function)) {
    *module = function->module;
    return CUDA_SUCCESS;
}

ENTRY(cuFuncGetName, (const char **name, CUfunction function), (name, function)) {
    *name = function->name;
    return CUDA_SUCCESS;
}

ENTRY(cuKernelGetName, (const char **name, CUkernel kernel), (name, kernel)) {
    *name = ((CUfunction)kernel)->name;
    return CUDA_SUCCESS;
}

/* Each at the next multiple of its size, as C lays them out. */
static size_t offset_of(const struct kernel *kernel, size_t i) {
    size_t offset = 0;
    for (size_t j = 0; j <= i; j++) {
        offset = (offset + kernel->sizes[j] - 1) / kernel->sizes[j] * kernel->sizes[j];
        if (j < i)
            offset += kernel->sizes[j];
    }
    return offset;
}

ENTRY(cuFuncGetParamInfo, (CUfunction function, size_t i, size_t *offset, size_t *size),
      (function, i, offset, size)) {
    if (i >= function->kernel->n)
        return CUDA_ERROR_INVALID_VALUE;
    *offset = offset_of(function->kernel, i);
    if (size)
        *size = function->kernel->sizes[i];
    return CUDA_SUCCESS;
}

ENTRY(cuKernelGetParamInfo, (CUkernel kernel, size_t i, size_t *offset, size_t *size),
      (kernel, i, offset, size)) {
    return body_of_cuFuncGetParamInfo((CUfunction)kernel, i, offset, size);
}

ENTRY(cuFuncGetAttribute, (int *value, CUfunction_attribute attribute, CUfunction function),
      (value, attribute, function)) {
    *value = attribute == CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK ? 1024 : 0;
    return CUDA_SUCCESS;
}

ENTRY(cuKernelGetAttribute,
      (int *value, CUfunction_attribute attribute, CUkernel kernel, CUdevice device),
      (value, attribute, kernel, device)) {
    return body_of_cuFuncGetAttribute(value, attribute, (CUfunction)kernel);
}

ENTRY(cuFuncSetAttribute, (CUfunction function, CUfunction_attribute attribute, int value),
      (function, attribute, value)) {
    return CUDA_SUCCESS;
}

/* A launch: its parameters are copied, behind it. */
struct launch {
    const struct kernel *kernel;
    unsigned grid[3], block[3];
    void *params[MAX_PARAMS];
    char bytes[MAX_PARAMS * 8];
};

static void run_launch(void *data) {
    struct launch *launch = data;
    for (size_t i = 0; i < launch->kernel->n; i++)
        launch->params[i] = launch->bytes + offset_of(launch->kernel, i);
    launch->kernel->run(launch->params, launch->grid, launch->block);
}

static bool copy_params(struct launch *launch, void **params, void **extra) {
    const struct kernel *kernel = launch->kernel;
    for (size_t i = 0; params && i < kernel->n; i++)
        memcpy(launch->bytes + offset_of(kernel, i), params[i], kernel->sizes[i]);
    const void *buffer = NULL;
    size_t size = 0;
    for (; !params && extra && *extra != CU_LAUNCH_PARAM_END; extra += 2)
        if (*extra == CU_LAUNCH_PARAM_BUFFER_POINTER)
            buffer = extra[1];
        else
            size = *(size_t *)extra[1];
    if (buffer)
        memcpy(launch->bytes, buffer, size < sizeof(launch->bytes) ? size : sizeof(launch->bytes));
    return params || buffer || kernel->n == 0;
}

static CUresult launch(CUfunction function, const unsigned *shape, struct stream *stream,
                       void **params, void **extra) {
    struct launch launch = {.kernel = function ? function->kernel : NULL};
    struct point point;
    if (!stream || !function)
        return CUDA_ERROR_INVALID_HANDLE;
    if ((params && extra) || !copy_params(&launch, params, extra))
        return CUDA_ERROR_INVALID_VALUE;
    memcpy(launch.grid, shape, sizeof(launch.grid) + sizeof(launch.block));
    CUDA_KERNEL_NODE_PARAMS node = {.func = function,
                                    .gridDimX = shape[0],
                                    .gridDimY = shape[1],
                                    .gridDimZ = shape[2],
                                    .blockDimX = shape[3],
                                    .blockDimY = shape[4],
                                    .blockDimZ = shape[5]};
    struct work work = {.type = CU_GRAPH_NODE_TYPE_KERNEL,
                        .run = run_launch,
                        .data = &launch,
                        .size = sizeof(launch),
                        .params = &node,
                        .params_size = sizeof(node)};
    return work_submit(stream, &work, &point);
}

void **launch_params(void *data);
void **launch_params(void *data) {
    struct launch *launch = data;
    for (size_t i = 0; i < launch->kernel->n; i++)
        launch->params[i] = launch->bytes + offset_of(launch->kernel, i);
    return launch->params;
}

bool launch_set(void *data, const CUDA_KERNEL_NODE_PARAMS *params);
bool launch_set(void *data, const CUDA_KERNEL_NODE_PARAMS *params) {
    struct launch *launch = data;
    CUfunction function = params->func ? params->func : (CUfunction)params->kern;
    launch->kernel = function->kernel;
    return copy_params(launch, params->kernelParams, params->extra);
}

size_t launch_size(void);
size_t launch_size(void) {
    return sizeof(struct launch);
}

void launch_run(void *data);
void launch_run(void *data) {
    run_launch(data);
}

PAIR(cuLaunchKernel, _ptsz,
     (CUfunction function, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by,
      unsigned bz, unsigned shared, CUstream stream, void **params, void **extra),
     (function, gx, gy, gz, bx, by, bz, shared, stream, params, extra)) {
    return launch(function, (unsigned[]){gx, gy, gz, bx, by, bz}, stream_of(stream), params, extra);
}

PAIR(cuLaunchCooperativeKernel, _ptsz,
     (CUfunction function, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by,
      unsigned bz, unsigned shared, CUstream stream, void **params),
     (function, gx, gy, gz, bx, by, bz, shared, stream, params)) {
    return launch(function, (unsigned[]){gx, gy, gz, bx, by, bz}, stream_of(stream), params, NULL);
}

/* Events that fire before the kernel is done. */
static void record_early(const CUlaunchConfig *config, struct stream *stream) {
    struct point point = {0};
    for (unsigned i = 0; i < config->numAttrs; i++) {
        const CUlaunchAttribute *attribute = &config->attrs[i];
        CUevent event = NULL;
        if (attribute->id == CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_EVENT)
            event = event_of(attribute->value.programmaticEvent.event);
        else if (attribute->id == CU_LAUNCH_ATTRIBUTE_LAUNCH_COMPLETION_EVENT)
            event = event_of(attribute->value.launchCompletionEvent.event);
        driver_lock();
        if (event)
            event_set(event, point);
        driver_unlock();
    }
}

PAIR(cuLaunchKernelEx, _ptsz,
     (const CUlaunchConfig *config, CUfunction function, void **params, void **extra),
     (config, function, params, extra)) {
    struct stream *stream = stream_of(config->hStream);
    unsigned shape[] = {config->gridDimX,  config->gridDimY,  config->gridDimZ,
                        config->blockDimX, config->blockDimY, config->blockDimZ};
    record_early(config, stream);
    return launch(function, shape, stream, params, extra);
}

struct host_call {
    CUhostFn function;
    void *data;
    CUstreamCallback callback;
    CUstream stream;
};

static void run_host(void *data) {
    struct host_call *call = data;
    driver_in_host_function = true;
    if (call->function)
        call->function(call->data);
    else
        call->callback(call->stream, CUDA_SUCCESS, call->data);
    driver_in_host_function = false;
}

static CUresult call_host(struct host_call call, CUstream handle) {
    struct stream *stream = stream_of(handle);
    struct point point;
    if (!stream)
        return CUDA_ERROR_INVALID_HANDLE;
    CUDA_HOST_NODE_PARAMS node = {.fn = call.function, .userData = call.data};
    struct work work = {.type = CU_GRAPH_NODE_TYPE_HOST,
                        .run = run_host,
                        .data = &call,
                        .size = sizeof(call),
                        .params = &node,
                        .params_size = sizeof(node)};
    return work_submit(stream, &work, &point);
}

PAIR(cuLaunchHostFunc, _ptsz, (CUstream stream, CUhostFn function, void *data),
     (stream, function, data)) {
    return call_host((struct host_call){.function = function, .data = data}, stream);
}

PAIR(cuStreamAddCallback, _ptsz,
     (CUstream stream, CUstreamCallback callback, void *data, unsigned flags),
     (stream, callback, data, flags)) {
    return call_host((struct host_call){.callback = callback, .data = data, .stream = stream},
                     stream);
}

ENTRY(cuOccupancyMaxActiveBlocksPerMultiprocessor,
      (int *n, CUfunction function, int block, size_t shared), (n, function, block, shared)) {
    *n = 4;
    return CUDA_SUCCESS;
}

ENTRY(cuOccupancyMaxPotentialBlockSize,
      (int *grid, int *block, CUfunction function, CUoccupancyB2DSize size, size_t shared,
       int limit),
      (grid, block, function, size, shared, limit)) {
    *grid = 4;
    *block = 128;
    return CUDA_SUCCESS;
}
