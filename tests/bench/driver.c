/* driver: calls of the CUDA driver in a loop, on memory that is known and on memory that is not.
 *
 * driver WHAT N    prints nanoseconds a call; WHAT: untracked, tracked, held, pipeline, and
 *                  pipeline-bare: in a program that has met no structure */
/* SPDX-License-Identifier: Apache-2.0 */
#include <cuda.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "tests/bench/offer.h"

#define SIZE ((size_t)4096)

static CUstream streams[2];
static CUevent event;
static CUdeviceptr memory, other;
static char unknown[SIZE];

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return (double)time.tv_sec * 1e9 + (double)time.tv_nsec;
}

static void run_sets(CUdeviceptr at, long n) {
    for (long i = 0; i < n; i++)
        cuMemsetD8Async(at, 1, SIZE, streams[0]);
}

static void run_reads(long n) {
    for (long i = 0; i < n; i++)
        cuMemcpyDtoDAsync(other, memory, SIZE, streams[0]);
}

/* A third of the calls each: copies, records, waits. */
static void run_pipeline(long n) {
    for (long i = 0; i < n; i += 3) {
        cuMemcpyDtoDAsync(other, memory, SIZE, streams[i & 1]);
        cuEventRecord(event, streams[i & 1]);
        cuStreamWaitEvent(streams[~i & 1], event, 0);
        if (i % 3072 == 0)
            cuStreamSynchronize(streams[0]);
    }
    cuCtxSynchronize();
}

int main(int argc, char **argv) {
    CUcontext context;
    struct ArrowDeviceArray array;
    const char *what = argv[1];
    long n = atol(argv[2]);
    if (cuInit(0) || cuCtxCreate(&context, NULL, 0, 0) || cuMemAlloc(&memory, SIZE) ||
        cuMemAlloc(&other, SIZE) || cuStreamCreate(&streams[0], CU_STREAM_NON_BLOCKING) ||
        cuStreamCreate(&streams[1], CU_STREAM_NON_BLOCKING) || cuEventCreate(&event, 2))
        return 2;
    cuEventRecord(event, streams[0]);
    bool is_held = strcmp(what, "held") == 0;
    if (strcmp(what, "pipeline-bare") != 0)
        offer_hand_over(
            (struct offer){
                .values = (const void *)memory, .length = SIZE, .type = 2, .event = &event},
            &array);
    if (strcmp(what, "pipeline-bare") != 0 && !is_held)
        array.array.release(&array.array);
    double began = now();
    if (strcmp(what, "untracked") == 0)
        run_sets((CUdeviceptr)unknown, n);
    else if (strcmp(what, "tracked") == 0)
        run_sets(memory, n);
    else if (is_held)
        run_reads(n);
    else
        run_pipeline(n);
    printf("%.0f\n", (now() - began) / (double)n);
    if (is_held)
        array.array.release(&array.array);
    return 0;
}
