/* runtime: a program of the CUDA runtime, for one that is linked statically into it, which only the
 * real driver serves: one stream writes, another one reads, by a copy or by cuBLAS.
 *
 * runtime copy|cublas [planted]    planted: without the wait; 77: there is no cuBLAS */
/* SPDX-License-Identifier: Apache-2.0 */
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "examples/column.h"

#define FLOATS       ((size_t)1 << 22)
#define SIZE         (FLOATS * sizeof(float))
#define NON_BLOCKING 1 /* cudaStreamNonBlocking */
#define NO_TIMING    2 /* cudaEventDisableTiming */
#define TO_DEVICE    1 /* cudaMemcpyHostToDevice */
#define TO_HOST      2

/* The runtime's functions, all handles being pointers. */
int cudaMalloc(void **memory, size_t size);
int cudaMallocHost(void **memory, size_t size);
int cudaStreamCreateWithFlags(void **stream, unsigned flags);
int cudaEventCreateWithFlags(void **event, unsigned flags);
int cudaEventRecord(void *event, void *stream);
int cudaStreamWaitEvent(void *stream, void *event, unsigned flags);
int cudaMemcpyAsync(void *to, const void *from, size_t size, int kind, void *stream);
int cudaStreamSynchronize(void *stream);

static void check(const char *what, int code) {
    if (code == 0)
        return;
    printf("%s: %d\n", what, code);
    exit(2);
}
#define OK(call) check(#call, call)

static void release_array(struct ArrowArray *array) {
    array->release = NULL;
}

static void release_schema(struct ArrowSchema *schema) {
    schema->release = NULL;
}

static void give(struct ArrowDeviceArray *array, const void **buffers, void **event) {
    struct ArrowSchema schema = {.format = "f", .name = "", .release = release_schema};
    *array = (struct ArrowDeviceArray){
        .array = {.length = FLOATS, .n_buffers = 2, .buffers = buffers, .release = release_array},
        .device_type = 2 /* CUDA */,
        .sync_event = event};
    arrowdev_check_gives(ARROWDEV_CHECK_SCHEMA, &schema);
    arrowdev_check_gives(ARROWDEV_CHECK_DEVICE_ARRAY, array);
    arrowdev_check_pair(ARROWDEV_CHECK_DEVICE_ARRAY, array, &schema);
    schema.release(&schema);
}

static void *of_cublas(const char *name) {
    static void *library;
    if (!library)
        library = dlopen("libcublas.so.13", RTLD_NOW);
    if (!library) {
        printf("no cuBLAS\n");
        exit(77);
    }
    return dlsym(library, name);
}

/* Its sum, by a kernel of cuBLAS. */
static void sum(const float *values, void *stream, float *result) {
    int (*create)(void **) = of_cublas("cublasCreate_v2");
    int (*use)(void *, void *) = of_cublas("cublasSetStream_v2");
    int (*add_up)(void *, int, const float *, int, float *) = of_cublas("cublasSasum_v2");
    void *handle;
    OK(create(&handle));
    OK(use(handle, stream));
    OK(add_up(handle, (int)FLOATS, values, 1, result));
}

int main(int argc, char **argv) {
    void *writes, *reads, *event, *data;
    float *made, *got;
    struct ArrowDeviceArray array;
    OK(cudaStreamCreateWithFlags(&writes, NON_BLOCKING));
    OK(cudaStreamCreateWithFlags(&reads, NON_BLOCKING));
    OK(cudaEventCreateWithFlags(&event, NO_TIMING));
    OK(cudaMalloc(&data, SIZE));
    OK(cudaMallocHost((void **)&made, SIZE));
    OK(cudaMallocHost((void **)&got, SIZE));
    for (size_t i = 0; i < FLOATS; i++)
        made[i] = 1;
    const void *buffers[] = {NULL, data};
    OK(cudaMemcpyAsync(data, made, SIZE, TO_DEVICE, writes));
    OK(cudaEventRecord(event, writes));
    give(&array, buffers, &event);
    if (argc < 3)
        OK(cudaStreamWaitEvent(reads, *(void **)array.sync_event, 0));
    if (strcmp(argv[1], "cublas") == 0)
        sum(data, reads, got);
    else
        OK(cudaMemcpyAsync(got, data, SIZE, TO_HOST, reads));
    OK(cudaStreamSynchronize(reads));
    if (argc < 3)
        printf("%.0f\n", got[0]);
    array.array.release(&array.array);
    OK(cudaStreamSynchronize(writes));
    return 0;
}
