/* lookup: functions by name, version and flags, as cuGetProcAddress hands them out.
 *
 * The names, and since which version each is there, are read from the headers by names.py. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/driver/lookup.h"

#include <stdlib.h>
#include <string.h>

#include "tests/driver/driver.h"

/** What the driver says it is. */
#define VERSION 13000

static int version_of_driver(void) {
    const char *version = getenv("ARROWDEV_DRIVER_VERSION");
    return version ? atoi(version) : VERSION;
}

ENTRY(cuDriverGetVersion, (int *version), (version)) {
    *version = version_of_driver();
    return CUDA_SUCCESS;
}

/* The newest variant that is no newer than the version. *is_known: there is one at all. */
static void *find(const char *name, int version, bool is_per_thread, bool *is_known) {
    const struct lookup_name *best = NULL;
    *is_known = false;
    for (const struct lookup_name *row = lookup_names; row->base; row++) {
        if (strcmp(row->base, name) != 0 || row->is_per_thread != is_per_thread)
            continue;
        *is_known = true;
        if (row->since <= version && (!best || row->since > best->since))
            best = row;
    }
    return best ? best->function : NULL;
}

static void *look_up(const char *name, int version, cuuint64_t flags, bool *is_known) {
    if (version > version_of_driver())
        version = version_of_driver();
    void *found = NULL;
    *is_known = false;
    if (flags & CU_GET_PROC_ADDRESS_PER_THREAD_DEFAULT_STREAM)
        found = find(name, version, true, is_known);
    return *is_known ? found : find(name, version, false, is_known);
}

ENTRY(cuGetProcAddress_v2,
      (const char *name, void **function, int version, cuuint64_t flags,
       CUdriverProcAddressQueryResult *status),
      (name, function, version, flags, status)) {
    bool is_known;
    if (flags > 3)
        return CUDA_ERROR_INVALID_VALUE;
    *function = look_up(name, version, flags, &is_known);
    if (status)
        *status = *function  ? CU_GET_PROC_ADDRESS_SUCCESS
                  : is_known ? CU_GET_PROC_ADDRESS_VERSION_NOT_SUFFICIENT
                             : CU_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND;
    return CUDA_SUCCESS;
}

ENTRY(cuGetProcAddress, (const char *name, void **function, int version, cuuint64_t flags),
      (name, function, version, flags)) {
    bool is_known;
    if (flags > 3)
        return CUDA_ERROR_INVALID_VALUE;
    *function = look_up(name, version, flags, &is_known);
    return *function ? CUDA_SUCCESS : CUDA_ERROR_NOT_FOUND;
}

ENTRY(cuGetExportTable, (const void **table, const CUuuid *id), (table, id)) {
    *table = NULL;
    return CUDA_ERROR_NOT_FOUND;
}

static const struct {
    CUresult code;
    const char *name;
} errors[] = {
#define ERROR(code)                                                                                \
    { code, #code }
    ERROR(CUDA_SUCCESS),
    ERROR(CUDA_ERROR_INVALID_VALUE),
    ERROR(CUDA_ERROR_OUT_OF_MEMORY),
    ERROR(CUDA_ERROR_NOT_INITIALIZED),
    ERROR(CUDA_ERROR_INVALID_CONTEXT),
    ERROR(CUDA_ERROR_INVALID_DEVICE),
    ERROR(CUDA_ERROR_INVALID_HANDLE),
    ERROR(CUDA_ERROR_NOT_FOUND),
    ERROR(CUDA_ERROR_NOT_READY),
    ERROR(CUDA_ERROR_ILLEGAL_ADDRESS),
    ERROR(CUDA_ERROR_LAUNCH_FAILED),
    ERROR(CUDA_ERROR_NOT_PERMITTED),
    ERROR(CUDA_ERROR_NOT_SUPPORTED),
    ERROR(CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED),
    ERROR(CUDA_ERROR_STREAM_CAPTURE_IMPLICIT),
    ERROR(CUDA_ERROR_CAPTURED_EVENT),
    ERROR(CUDA_ERROR_UNKNOWN),
};

ENTRY(cuGetErrorName, (CUresult code, const char **name), (code, name)) {
    *name = NULL;
    for (size_t i = 0; i < LENGTH(errors); i++)
        if (errors[i].code == code)
            *name = errors[i].name;
    return *name ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

ENTRY(cuGetErrorString, (CUresult code, const char **text), (code, text)) {
    return body_of_cuGetErrorName(code, text);
}
