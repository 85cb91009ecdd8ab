/* call: around each call of the software driver: counts, and failures on demand. */
/* SPDX-License-Identifier: Apache-2.0 */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/driver/driver.h"

/** Names counted: as many as the driver exports. */
#define MAX_NAMES 1024

static struct {
    const char *name;
    _Atomic uint64_t n;
} counts[MAX_NAMES];
static _Atomic uint64_t bytes[DRIVER_DIRECTIONS];

static char fail_name[64];
static int fail_code;
static unsigned fail_nth;
static _Atomic int lost; /* the code that every call gives since */

static _Thread_local bool is_per_thread_call;
_Thread_local bool driver_in_host_function;

bool driver_is_per_thread(void) {
    return is_per_thread_call;
}

/* Open addressing by the name's text. */
static unsigned slot_of(const char *name) {
    unsigned hash = 5381;
    for (const char *c = name; *c; c++)
        hash = hash * 33 ^ (unsigned char)*c;
    for (hash %= MAX_NAMES; counts[hash].name && strcmp(counts[hash].name, name) != 0;)
        hash = (hash + 1) % MAX_NAMES;
    return hash;
}

static void count(const char *name) {
    unsigned slot = slot_of(name);
    if (!counts[slot].name) {
        driver_lock();
        slot = slot_of(name);
        counts[slot].name = name;
        driver_unlock();
    }
    counts[slot].n++;
}

uint64_t driver_calls(const char *name) {
    return counts[slot_of(name)].n;
}

/* Codes after which the header says that nothing works any more. */
static bool is_loss(int code) {
    static const int losses[] = {226, 700, 702, 710, 714, 715, 716, 717, 718, 719, 721, 810, 911};
    for (size_t i = 0; i < LENGTH(losses); i++)
        if (losses[i] == code)
            return true;
    return false;
}

static CUresult injected(const char *name) {
    if (!fail_code || (strcmp(fail_name, "*") != 0 && strcmp(fail_name, name) != 0))
        return CUDA_SUCCESS;
    driver_lock();
    CUresult code = CUDA_SUCCESS;
    if (fail_code && --fail_nth == 0) {
        code = (CUresult)fail_code;
        lost = is_loss(fail_code) ? fail_code : 0;
        fail_code = 0;
    }
    driver_unlock();
    return code;
}

/* A forked child has none of the threads, and what it inherits of a driver is of no use to it. */
static bool is_forked;

static void note_fork(void) {
    is_forked = true;
}

__attribute__((constructor)) static void watch_forks(void) {
    pthread_atfork(NULL, NULL, note_fork);
}

CUresult driver_begin(const char *name, bool is_per_thread) {
    if (is_forked)
        return CUDA_ERROR_NOT_INITIALIZED;
    count(name);
    if (driver_in_host_function)
        return CUDA_ERROR_NOT_PERMITTED;
    if (lost)
        return (CUresult)lost;
    CUresult code = injected(name);
    is_per_thread_call = is_per_thread;
    return code;
}

CUresult driver_end(CUresult result) {
    is_per_thread_call = false;
    return result;
}

void driver_fail(const char *name, int code, unsigned nth) {
    driver_lock();
    strncpy(fail_name, name, sizeof(fail_name) - 1);
    fail_nth = nth;
    fail_code = code;
    driver_unlock();
}

__attribute__((constructor)) static void read_failure(void) {
    const char *value = getenv("ARROWDEV_DRIVER_FAIL");
    char name[64];
    int code;
    unsigned nth = 1;
    if (value && sscanf(value, "%63[^:]:%d:%u", name, &code, &nth) >= 2)
        driver_fail(name, code, nth);
}

void call_moved(enum driver_direction direction, uint64_t n);
void call_moved(enum driver_direction direction, uint64_t n) {
    bytes[direction] += n;
}

uint64_t driver_bytes(enum driver_direction direction) {
    return bytes[direction];
}

__attribute__((destructor)) static void write_counts(void) {
    static const char *const directions[] = {"h2d", "d2h", "d2d", "h2h", "prefetch"};
    const char *path = getenv("ARROWDEV_DRIVER_COUNTS");
    FILE *file = path && !is_forked ? fopen(path, "w") : NULL;
    if (!file)
        return;
    for (unsigned i = 0; i < MAX_NAMES; i++)
        if (counts[i].name)
            fprintf(file, "%s %llu\n", counts[i].name, (unsigned long long)counts[i].n);
    for (unsigned i = 0; i < DRIVER_DIRECTIONS; i++)
        fprintf(file, "bytes %s %llu\n", directions[i], (unsigned long long)bytes[i]);
    fclose(file);
}
