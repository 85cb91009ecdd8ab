/* shared: a program of nvcc's with -cudart shared: a kernel by <<<>>> writes, another stream reads. */
/* planted: read-before-event error */
/* SPDX-License-Identifier: Apache-2.0 */
#include <cstdio>
#include <cstring>
#include <cuda_runtime_api.h>

extern "C" {
#include "tests/cases/lib/arrow_fake.h"
}

#define SIZE ((size_t)1 << 20)
#define OK(call)                                                                                   \
    if (call != cudaSuccess)                                                                       \
    return printf("failed: %s\n", #call), 1

__global__ void fill_bytes(char *to, size_t n, int value) {
    for (size_t i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        to[i] = (char)value;
}

static ArrowDeviceArray made;

static void release_array(ArrowArray *array) {
    array->release = NULL;
}

static void release_schema(ArrowSchema *schema) {
    schema->release = NULL;
}

static bool fill(const struct source *source, void *out, ArrowSchema *schema) {
    memcpy(out, &made, sizeof(made));
    memset(schema, 0, sizeof(*schema));
    schema->format = "C";
    schema->name = "";
    schema->release = release_schema;
    return true;
}

int main(int argc, char **argv) {
    cudaStream_t writes, reads;
    cudaEvent_t event;
    char *data, *copy, result[4];
    ArrowDeviceArray array;
    ArrowSchema schema;
    OK(cudaStreamCreateWithFlags(&writes, cudaStreamNonBlocking));
    OK(cudaStreamCreateWithFlags(&reads, cudaStreamNonBlocking));
    OK(cudaEventCreateWithFlags(&event, cudaEventDisableTiming));
    OK(cudaMalloc((void **)&data, SIZE));
    OK(cudaMalloc((void **)&copy, SIZE));
    fill_bytes<<<8, 128, 0, writes>>>(data, SIZE, 7);
    OK(cudaEventRecord(event, writes));
    const void *buffers[] = {NULL, data};
    made.array.length = SIZE;
    made.array.n_buffers = 2;
    made.array.buffers = buffers;
    made.array.release = release_array;
    made.device_type = 2;
    made.sync_event = &event;
    struct source source = {fill};
    export_device_array(&source, &array, &schema);
    schema.release(&schema);
    if (argc < 2)
        OK(cudaStreamWaitEvent(reads, *(cudaEvent_t *)array.sync_event, 0));
    OK(cudaMemcpyAsync(copy, array.array.buffers[1], SIZE, cudaMemcpyDeviceToDevice, reads));
    OK(cudaStreamSynchronize(reads));
    array.array.release(&array.array);
    OK(cudaMemcpy(result, copy, sizeof(result), cudaMemcpyDeviceToHost));
    printf("read %s\n", memcmp(result, "\7\7\7\7", 4) == 0 ? "what was written" : "too early");
    return 0;
}
