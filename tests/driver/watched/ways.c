/* ways: each way in which a program gets a function of the driver leads through ours, and ours
 * leads to the variant that was asked for. Runs with the library preloaded. */
/* SPDX-License-Identifier: Apache-2.0 */
#include <dlfcn.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define __CUDA_API_VERSION_INTERNAL
#include <cuda.h>

#include "tests/driver/control.h"

#include <cmocka.h>

#define LEGACY     0
#define PER_THREAD 2

typedef CUresult (*look_up_fn)(const char *, void **, int, cuuint64_t,
                               CUdriverProcAddressQueryResult *);
typedef CUresult (*old_look_up_fn)(const char *, void **, int, cuuint64_t);

static bool is_ours(void *function) {
    Dl_info info;
    assert_non_null(function);
    assert_true(dladdr(function, &info));
    return strstr(info.dli_fname, "libarrowdev_check.so") != NULL;
}

static void *library(void) {
    static void *handle;
    if (!handle)
        handle = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
    assert_non_null(handle);
    return handle;
}

static void *look_up(const char *name, int version, cuuint64_t flags) {
    void *function = NULL;
    look_up_fn first = (look_up_fn)dlsym(library(), "cuGetProcAddress_v2");
    assert_int_equal(first(name, &function, version, flags, NULL), CUDA_SUCCESS);
    return function;
}

static void a_direct_call_goes_through_ours(void **state) {
    CUresult (*volatile function)(CUevent) = cuEventQuery;
    assert_true(is_ours((void *)function));
}

static void dlsym_answers_with_ours(void **state) {
    assert_true(is_ours(dlsym(library(), "cuEventRecord")));
    assert_true(is_ours(dlsym(RTLD_DEFAULT, "cuEventRecord")));
    assert_true(is_ours(dlsym(RTLD_NEXT, "cuEventRecord")));
    assert_true(is_ours(dlsym(library(), "cuMemFree_v2")));
    assert_false(is_ours(dlsym(library(), "cuDeviceGetCount")));
}

static void cuGetProcAddress_answers_with_ours(void **state) {
    assert_true(is_ours(look_up("cuEventRecord", 13000, LEGACY)));
    assert_true(is_ours(look_up("cuEventRecord", 13000, PER_THREAD)));
    assert_false(is_ours(look_up("cuDeviceGetCount", 13000, LEGACY)));
    assert_null(look_up("cuMemAlloc_v2", 13000, LEGACY));
    assert_null(look_up("", 0, LEGACY));
}

static void the_look_up_of_itself_is_watched(void **state) {
    void *function = NULL;
    look_up_fn again = (look_up_fn)look_up("cuGetProcAddress", 12000, LEGACY);
    old_look_up_fn old = (old_look_up_fn)look_up("cuGetProcAddress", 11030, LEGACY);
    assert_true(is_ours((void *)again));
    assert_true(is_ours((void *)old));
    assert_int_equal(again("cuEventRecord", &function, 13000, LEGACY, NULL), CUDA_SUCCESS);
    assert_true(is_ours(function));
    assert_int_equal(old("cuEventRecord", &function, 13000, LEGACY), CUDA_SUCCESS);
    assert_true(is_ours(function));
    assert_int_equal(old("cuNothing", &function, 13000, LEGACY), CUDA_ERROR_NOT_FOUND);
}

static void what_is_asked_twice_is_answered_alike(void **state) {
    assert_ptr_equal(look_up("cuEventRecord", 13000, LEGACY),
                     look_up("cuEventRecord", 2000, LEGACY));
    assert_ptr_equal(look_up("cuEventRecord", 13000, LEGACY), dlsym(library(), "cuEventRecord"));
}

static void variants_have_functions_of_their_own(void **state) {
    void *variants[] = {look_up("cuStreamSynchronize", 13000, LEGACY),
                        look_up("cuStreamSynchronize", 13000, PER_THREAD),
                        look_up("cuCtxCreate", 3020, LEGACY),
                        look_up("cuCtxCreate", 11040, LEGACY),
                        look_up("cuCtxCreate", 12050, LEGACY),
                        look_up("cuMemcpyBatchAsync", 12080, LEGACY),
                        look_up("cuMemcpyBatchAsync", 13000, LEGACY)};
    const char *names[] = {"cuStreamSynchronize",  "cuStreamSynchronize_ptsz", "cuCtxCreate_v2",
                           "cuCtxCreate_v3",       "cuCtxCreate_v4",           "cuMemcpyBatchAsync",
                           "cuMemcpyBatchAsync_v2"};
    for (unsigned i = 0; i < sizeof(variants) / sizeof(*variants); i++) {
        assert_true(is_ours(variants[i]));
        assert_ptr_equal(variants[i], dlsym(library(), names[i]));
        for (unsigned j = 0; j < i; j++)
            assert_ptr_not_equal(variants[i], variants[j]);
    }
}

static void each_leads_to_its_real_function(void **state) {
    CUresult (*legacy)(CUstream) = look_up("cuStreamSynchronize", 13000, LEGACY);
    CUresult (*own)(CUstream) = look_up("cuStreamSynchronize", 13000, PER_THREAD);
    CUcontext context;
    assert_int_equal(cuInit(0), CUDA_SUCCESS);
    assert_int_equal(cuCtxCreate_v2(&context, 0, 0), CUDA_SUCCESS);
    uint64_t before = driver_calls("cuStreamSynchronize");
    uint64_t own_before = driver_calls("cuStreamSynchronize_ptsz");
    assert_int_equal(legacy(NULL), CUDA_SUCCESS);
    assert_int_equal(own(NULL), CUDA_SUCCESS);
    assert_int_equal(own(NULL), CUDA_SUCCESS);
    assert_int_equal(driver_calls("cuStreamSynchronize") - before, 1);
    assert_int_equal(driver_calls("cuStreamSynchronize_ptsz") - own_before, 2);
    assert_int_equal(cuCtxDestroy_v2(context), CUDA_SUCCESS);
}

/* From before 3.2, with addresses of 32 bits. */
static void variants_that_nobody_uses_are_left_alone(void **state) {
    assert_false(is_ours(look_up("cuMemAlloc", 2000, LEGACY)));
    assert_true(is_ours(look_up("cuMemAlloc", 3020, LEGACY)));
}

/* By a driver as new as the header that the rows are checked against. */
static void every_row_is_handed_out(void **state) {
    static const struct {
        const char *name;
        int since;
    } rows[] = {
#define CU(symbol, since, ...) {#symbol, since},
#define CUDA_ROWS_CHECKED
#include "hooks/cuda/rows.def"
    };
    char newest[16];
    snprintf(newest, sizeof(newest), "%d", CUDA_VERSION);
    setenv("ARROWDEV_DRIVER_VERSION", newest, 1);
    for (unsigned i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
        char base[80];
        snprintf(base, sizeof(base), "%s", rows[i].name);
        char *twin = strstr(base, "_pt");
        int since = twin && rows[i].since < 7000 ? 7000 : rows[i].since;
        if (twin)
            *twin = '\0';
        char *version = strstr(base, "_v");
        if (version)
            *version = '\0';
        void *function = look_up(base, since, twin ? PER_THREAD : LEGACY);
        if (!function || !is_ours(function))
            fail_msg("%s is not ours", rows[i].name);
        assert_ptr_equal(function, dlsym(library(), rows[i].name));
    }
    unsetenv("ARROWDEV_DRIVER_VERSION");
}

/* A hook has as many words as any of them needs, also those on the stack. */
static void all_arguments_arrive(void **state) {
    CUresult (*open)(CUdeviceptr *, CUipcMemHandle, unsigned) =
        look_up("cuIpcOpenMemHandle", 13000, LEGACY);
    CUipcMemHandle handle;
    CUdeviceptr pointer;
    memset(&handle, 1, sizeof(handle));
    assert_int_equal(open(&pointer, handle, 1), CUDA_ERROR_NOT_SUPPORTED);
    CUmodule module;
    CUfunction kernel;
    CUcontext context;
    char bytes[8] = "";
    assert_int_equal(cuCtxCreate_v2(&context, 0, 0), CUDA_SUCCESS);
    assert_int_equal(cuModuleLoadData(&module, ""), CUDA_SUCCESS);
    assert_int_equal(cuModuleGetFunction(&kernel, module, "fill_bytes"), CUDA_SUCCESS);
    void *to = bytes;
    size_t n = sizeof(bytes);
    int value = 7;
    void *params[] = {&to, &n, &value};
    assert_int_equal(cuLaunchKernel(kernel, 1, 2, 3, 4, 5, 6, 7, NULL, params, NULL), CUDA_SUCCESS);
    assert_int_equal(cuCtxSynchronize(), CUDA_SUCCESS);
    assert_int_equal(bytes[7], 7);
    assert_int_equal(cuCtxDestroy_v2(context), CUDA_SUCCESS);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_direct_call_goes_through_ours),
        cmocka_unit_test(dlsym_answers_with_ours),
        cmocka_unit_test(cuGetProcAddress_answers_with_ours),
        cmocka_unit_test(the_look_up_of_itself_is_watched),
        cmocka_unit_test(what_is_asked_twice_is_answered_alike),
        cmocka_unit_test(variants_have_functions_of_their_own),
        cmocka_unit_test(each_leads_to_its_real_function),
        cmocka_unit_test(variants_that_nobody_uses_are_left_alone),
        cmocka_unit_test(every_row_is_handed_out),
        cmocka_unit_test(all_arguments_arrive),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
