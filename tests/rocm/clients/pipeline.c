/* pipeline: a C program built against Debian's headers of HIP: a kernel of the host's code writes a
 * column on one stream, another stream copies it to pinned memory.
 *
 * planted: read-before-event error observed
 * planted late: read-before-event error latent */
/* SPDX-License-Identifier: Apache-2.0 */
#include <hip/hip_runtime_api.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/cases/lib/arrow_fake.h"
#include "tests/driver/control.h"

#define SIZE ((size_t)1 << 20)
#define OK(call)                                                                                   \
    do {                                                                                           \
        hipError_t code = call;                                                                    \
        if (code != hipSuccess) {                                                                  \
            fprintf(stderr, "%s: %s\n", #call, hipGetErrorString(code));                           \
            exit(2);                                                                               \
        }                                                                                          \
    } while (0)

/* What the compiler of HIP puts in place of a kernel: a function of its name, made known before
 * main. */
void **__hipRegisterFatBinary(const void *data);
void __hipRegisterFunction(void **modules, const void *host, char *name, const char *device_name,
                           unsigned limit, void *thread_id, void *block_id, void *block, void *grid,
                           int *warp);

static void fill(char *to, size_t n, int value) {}

__attribute__((constructor)) static void register_kernels(void) {
    static char name[] = "_Z10fill_bytesPcmi";
    __hipRegisterFunction(__hipRegisterFatBinary(""), (const void *)fill, name, name, -1u, NULL,
                          NULL, NULL, NULL, NULL);
}

static struct column {
    char *bytes;
    hipEvent_t written;
    const void *buffers[2];
} column;

static void release_array(struct ArrowArray *array) {
    OK(hipFree(column.bytes));
    OK(hipEventDestroy(column.written));
    array->release = NULL;
}

static void release_schema(struct ArrowSchema *schema) {
    schema->release = NULL;
}

static bool give(const struct source *source, void *out, struct ArrowSchema *schema) {
    column.buffers[1] = column.bytes;
    *(struct ArrowDeviceArray *)out = (struct ArrowDeviceArray){
        .array = {.length = SIZE, .n_buffers = 2, .buffers = column.buffers},
        .device_type = 10,
        .sync_event = &column.written};
    ((struct ArrowDeviceArray *)out)->array.release = release_array;
    *schema = (struct ArrowSchema){.format = "c", .name = "", .release = release_schema};
    return true;
}

/* @holds  nothing is written until the stream is let go */
static struct CUstream_st *produce(struct ArrowDeviceArray *out, bool holds) {
    struct ArrowSchema schema;
    hipStream_t stream;
    size_t n = SIZE;
    int value = 7;
    OK(hipStreamCreateWithFlags(&stream, hipStreamNonBlocking));
    if (holds)
        driver_hold((struct CUstream_st *)stream);
    OK(hipEventCreateWithFlags(&column.written, hipEventDisableTiming));
    OK(hipMalloc((void **)&column.bytes, SIZE));
    void *arguments[] = {&column.bytes, &n, &value};
    OK(hipLaunchKernel((const void *)fill, (dim3){1, 1, 1}, (dim3){1, 1, 1}, arguments, 0, stream));
    OK(hipEventRecord(column.written, stream));
    export_device_array(&(struct source){give}, out, &schema);
    schema.release(&schema);
    return (struct CUstream_st *)stream;
}

int main(int argc, char **argv) {
    struct ArrowDeviceArray array;
    hipStream_t stream;
    char *pinned;
    bool is_early = argc > 1, is_late = is_early && strcmp(argv[1], "late") == 0;
    OK(hipStreamCreateWithFlags(&stream, hipStreamNonBlocking));
    OK(hipHostMalloc((void **)&pinned, SIZE, 0));
    struct CUstream_st *writes = produce(&array, is_early && !is_late);
    while (is_late && driver_pending(writes)) /* HIP is not asked about the event */
        sched_yield();
    if (!is_early)
        OK(hipStreamWaitEvent(stream, *(hipEvent_t *)array.sync_event, 0));
    OK(hipMemcpyAsync(pinned, array.array.buffers[1], SIZE, hipMemcpyDeviceToHost, stream));
    OK(hipStreamSynchronize(stream));
    driver_let_go(writes);
    array.array.release(&array.array);
    puts(pinned[0] == 7 && pinned[SIZE - 1] == 7 ? "what was written" : "too early");
    return 0;
}
