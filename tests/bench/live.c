/* live: each of some threads keeps so many batches alive, and takes a new one for one of them.
 *
 * live BATCHES WINDOW ROUNDS THREADS [held]
 *
 * WINDOW of the batches are replaced, in turns. Says the nanoseconds of a round, of the clock and
 * of a processor, and when main ended (CLOCK_MONOTONIC); held: without releasing what is alive. */
/* SPDX-License-Identifier: Apache-2.0 */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "tests/bench/producer.h"

enum { MOST_THREADS = 64 };

static size_t n_batches, window;
static long n_rounds;
static pthread_barrier_t filled;

static long long now(clockid_t clock) {
    struct timespec time;
    clock_gettime(clock, &time);
    return time.tv_sec * 1000000000ll + time.tv_nsec;
}

static void take(struct ArrowArray *batch) {
    static const int64_t n_rows = 16;
    void *status;
    producer_export(&status, &n_rows, batch, NULL);
}

struct worker {
    pthread_t thread;
    struct ArrowArray *batches;
    long long took, used; /* nanoseconds, of the clock and of the thread */
};

static void *work(void *given) {
    struct worker *self = given;
    /* Its own: neighbours would share lines of the cache, with us or without. */
    self->batches = aligned_alloc(64, (n_batches * sizeof(struct ArrowArray) + 63) / 64 * 64);
    for (size_t i = 0; i < n_batches; i++)
        take(&self->batches[i]);
    pthread_barrier_wait(&filled);
    long long began = now(CLOCK_MONOTONIC), used = now(CLOCK_THREAD_CPUTIME_ID);
    size_t oldest = 0;
    for (long round = 0; round < n_rounds; round++) {
        struct ArrowArray *batch = &self->batches[oldest];
        batch->release(batch);
        take(batch);
        oldest = oldest + 1 == window ? 0 : oldest + 1;
    }
    self->took = now(CLOCK_MONOTONIC) - began;
    self->used = now(CLOCK_THREAD_CPUTIME_ID) - used;
    return NULL;
}

int main(int argc, char **argv) {
    struct worker workers[MOST_THREADS];
    int n_threads = argc > 4 ? atoi(argv[4]) : 0;
    if (n_threads < 1 || n_threads > MOST_THREADS)
        return 2;
    n_batches = (size_t)atoll(argv[1]);
    window = (size_t)atoll(argv[2]);
    n_rounds = atol(argv[3]);
    pthread_barrier_init(&filled, NULL, (unsigned)n_threads);
    for (int i = 1; i < n_threads; i++)
        pthread_create(&workers[i].thread, NULL, work, &workers[i]);
    work(&workers[0]);
    long long longest = workers[0].took, used = workers[0].used;
    for (int i = 1; i < n_threads; i++) {
        pthread_join(workers[i].thread, NULL);
        longest = workers[i].took > longest ? workers[i].took : longest;
        used += workers[i].used;
    }
    for (int i = 0; i < n_threads && argc <= 5; i++)
        for (size_t k = 0; k < n_batches; k++)
            workers[i].batches[k].release(&workers[i].batches[k]);
    double rounds = n_rounds ? (double)n_rounds : 1;
    printf("%.1f %.1f %lld\n", (double)longest / rounds, (double)used / rounds / n_threads,
           now(CLOCK_MONOTONIC));
    return 0;
}
