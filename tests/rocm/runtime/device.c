/* device: initialisation, devices, errors, and functions by name. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/rocm/runtime/runtime.h"

#include <stdio.h>

#define DEVICES 2

extern const struct entry __start_hip_entries[], __stop_hip_entries[];

static _Thread_local int current, last_error;
static CUcontext contexts[DEVICES];

int runtime_device(void) {
    return current;
}

int runtime_major(void) {
    const char *major = getenv("ARROWDEV_HIP_VERSION");
    return major ? atoi(major) : 6;
}

int runtime_begin(void) {
    int result = cuInit(0);
    if (!result && !contexts[current])
        result = cuDevicePrimaryCtxRetain(&contexts[current], current);
    return result ? result : (int)cuCtxSetCurrent(contexts[current]);
}

/* Before version 6 the last call decides, later the last one that failed. */
int runtime_end(int result) {
    if ((result && result != HIP_NOT_READY) || runtime_major() < 6)
        last_error = result;
    return result;
}

/* These are no calls whose errors are kept. */

EXPORTED int hipPeekAtLastError(void);
EXPORTED int hipPeekAtLastError(void) {
    return last_error;
}
LISTED(hipPeekAtLastError)

EXPORTED int hipGetLastError(void);
EXPORTED int hipGetLastError(void) {
    int error = last_error;
    last_error = HIP_SUCCESS;
    return error;
}
LISTED(hipGetLastError)

EXPORTED const char *hipGetErrorName(int code);
EXPORTED const char *hipGetErrorName(int code) {
    static _Thread_local char name[32];
    snprintf(name, sizeof(name), code ? "hipError%d" : "hipSuccess", code);
    return name;
}
LISTED(hipGetErrorName)

EXPORTED const char *hipGetErrorString(int code);
EXPORTED const char *hipGetErrorString(int code) {
    return hipGetErrorName(code);
}
LISTED(hipGetErrorString)

HIP(hipInit, (unsigned flags), (flags)) {
    return (int)cuInit(flags);
}

HIP(hipRuntimeGetVersion, (int *version), (version)) {
    *version = runtime_major() * 10000000 + 200000;
    return HIP_SUCCESS;
}

HIP(hipDriverGetVersion, (int *version), (version)) {
    return body_of_hipRuntimeGetVersion(version);
}

HIP(hipGetDeviceCount, (int *n), (n)) {
    return (int)cuDeviceGetCount(n);
}

HIP(hipDeviceGet, (int *device, int ordinal), (device, ordinal)) {
    return (int)cuDeviceGet(device, ordinal);
}

HIP(hipDeviceGetName, (char *name, int size, int device), (name, size, device)) {
    return (int)cuDeviceGetName(name, size, device);
}

HIP(hipGetDevice, (int *device), (device)) {
    *device = current;
    return HIP_SUCCESS;
}

HIP(hipSetDevice, (int device), (device)) {
    if (device < 0 || device >= DEVICES)
        return CUDA_ERROR_INVALID_DEVICE;
    current = device;
    return HIP_SUCCESS;
}

HIP(hipDeviceSynchronize, (void), ()) {
    return (int)cuCtxSynchronize();
}

HIP(hipCtxSynchronize, (void), ()) {
    return (int)cuCtxSynchronize();
}

HIP(hipDeviceReset, (void), ()) {
    contexts[current] = NULL;
    return (int)cuDevicePrimaryCtxReset_v2(current);
}

/* With the flag the twin, where there is one. */
static void *find(const char *name, bool is_per_thread) {
    char twin[96];
    void *found = NULL;
    snprintf(twin, sizeof(twin), "%s_spt", name);
    for (const struct entry *entry = __start_hip_entries; entry < __stop_hip_entries; entry++) {
        if (is_per_thread && strcmp(entry->name, twin) == 0)
            return entry->function;
        if (strcmp(entry->name, name) == 0)
            found = entry->function;
    }
    return found;
}

PAIR(hipGetProcAddress,
     (const char *name, void **function, int version, uint64_t flags, int *status),
     (name, function, version, flags, status),
     (name, function, version, flags | HIP_PER_THREAD, status)) {
    *function = find(name, flags & HIP_PER_THREAD);
    if (status)
        *status = *function ? 0 : 1;
    return *function ? HIP_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}
