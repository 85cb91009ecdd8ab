/* stage: HIP set up, and the arrays that the cases hand over. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/hip/lib/stage.h"

void (*stage_release)(void *bytes, hipEvent_t *event);

struct content {
    const void *buffers[2];
    hipEvent_t *event;
};

/* What the compiler of HIP puts in place of a kernel: a function of its name, made known before
 * main. */
void **__hipRegisterFatBinary(const void *data);
void __hipRegisterFunction(void **modules, const void *host, char *name, const char *device_name,
                           unsigned limit, void *thread_id, void *block_id, void *block, void *grid,
                           int *warp);

extern const char stage_kernels[], stage_kernels_end[];

static void fill(char *to, size_t n, int value) {}
static void copy(char *to, const char *from, size_t n) {}
static void by_value(struct view from, char *to) {}
const void *const stage_fill = (const void *)fill, *const stage_copy = (const void *)copy,
                  *const stage_by_value = (const void *)by_value;

static void run_nothing(void **params, const unsigned *grid, const unsigned *block) {}

__attribute__((constructor)) static void register_kernels(void) {
    static const size_t sizes[] = {sizeof(struct view), sizeof(char *)};
    static const struct {
        unsigned magic, version;
        const void *image, *unused;
    } compiled = {0x48495046, 1, stage_kernels, NULL};
    static char name[] = "by_value";
    driver_kernel(name, run_nothing, sizes, 2);
    __hipRegisterFunction(__hipRegisterFatBinary(&compiled), stage_by_value, name, name, -1u, NULL,
                          NULL, NULL, NULL, NULL);
    static char fills[] = "_Z10fill_bytesPcmi", copies[] = "_Z10copy_bytesPcPKcm";
    void **modules = __hipRegisterFatBinary("");
    __hipRegisterFunction(modules, stage_fill, fills, fills, -1u, NULL, NULL, NULL, NULL, NULL);
    __hipRegisterFunction(modules, stage_copy, copies, copies, -1u, NULL, NULL, NULL, NULL, NULL);
}

void stage_check(const char *what, hipError_t code) {
    if (code == hipSuccess)
        return;
    fprintf(stderr, "stage: %s: %d\n", what, code);
    exit(2);
}

static hipFunction_t load(const void *image, const char *name) {
    hipModule_t module;
    hipFunction_t function;
    OK(hipModuleLoadData(&module, image));
    OK(hipModuleGetFunction(&function, module, name));
    return function;
}

hipFunction_t stage_function(const char *name) {
    return load("", name);
}

/* Like a program does that has read it from a file: the image is gone once it is loaded. */
hipFunction_t stage_compiled(const char *name) {
    size_t size = (size_t)(stage_kernels_end - stage_kernels);
    void *image = memcpy(malloc(size), stage_kernels, size);
    hipFunction_t function = load(image, name);
    free(image);
    return function;
}

hipFunction_t stage_filed(const char *name) {
    hipModule_t module;
    hipFunction_t function;
    OK(hipModuleLoad(&module, KERNELS));
    OK(hipModuleGetFunction(&function, module, name));
    return function;
}

struct stage stage_open(void) {
    struct stage stage;
    OK(hipStreamCreateWithFlags(&stage.producer, hipStreamNonBlocking));
    OK(hipStreamCreateWithFlags(&stage.consumer, hipStreamNonBlocking));
    OK(hipEventCreateWithFlags(&stage.written, hipEventDisableTiming));
    OK(hipMalloc((void **)&stage.column, SIZE));
    OK(hipHostMalloc((void **)&stage.copy, SIZE, 0));
    OK(hipMemset(stage.column, OLD, SIZE));
    OK(hipDeviceSynchronize());
    return stage;
}

void stage_close(struct stage *stage) {
    OK(hipDeviceSynchronize());
    OK(hipHostFree(stage->copy));
    OK(hipEventDestroy(stage->written));
    OK(hipStreamDestroy(stage->producer));
    OK(hipStreamDestroy(stage->consumer));
}

static void release_array(struct ArrowArray *array) {
    struct content *content = array->private_data;
    if (stage_release)
        stage_release((void *)content->buffers[1], content->event);
    array->release = NULL;
    free(content);
}

static void release_schema(struct ArrowSchema *schema) {
    schema->release = NULL;
}

struct given {
    struct source source;
    struct content *content;
    int32_t device_type;
};

static bool fill_in(const struct source *source, void *out, struct ArrowSchema *schema) {
    const struct given *given = (const struct given *)source;
    struct ArrowDeviceArray *array = out;
    *array = (struct ArrowDeviceArray){.device_type = given->device_type,
                                       .sync_event = given->content->event,
                                       .array.length = SIZE};
    array->array.n_buffers = 2;
    array->array.buffers = given->content->buffers;
    array->array.private_data = given->content;
    array->array.release = release_array;
    *schema = (struct ArrowSchema){.format = "c", .name = "", .release = release_schema};
    return true;
}

void stage_give(int32_t device_type, void *bytes, hipEvent_t *event, struct ArrowDeviceArray *out) {
    struct content *content = malloc(sizeof(*content));
    struct ArrowSchema schema;
    *content = (struct content){{NULL, bytes}, event};
    struct given given = {{fill_in}, content, device_type};
    export_device_array(&given.source, out, &schema); // <- give
    schema.release(&schema);
}

void stage_expect(const char *bytes, unsigned stale) {
    unsigned n = 0;
    for (unsigned i = 0; i < SIZE; i++)
        n += bytes[i] == OLD;
    if (n == stale)
        return;
    fprintf(stderr, "stage: %u bytes are stale, not %u\n", n, stale);
    exit(1);
}
