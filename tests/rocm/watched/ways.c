/* ways: each way in which a program gets a function of HIP leads through ours, and ours leads to
 * the one that was asked for. Runs with the library preloaded. */
/* SPDX-License-Identifier: Apache-2.0 */
#include <dlfcn.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "hooks/rocm/hip.h"
#include "tests/driver/control.h"

#include <cmocka.h>

typedef int (*look_up_fn)(const char *, void **, int, uint64_t, int *);

int hipEventQuery(void *event);

static bool is_ours(void *function) {
    Dl_info info;
    assert_non_null(function);
    assert_true(dladdr(function, &info));
    return strstr(info.dli_fname, "libarrowdev_check.so") != NULL;
}

static void *library(const char *name) {
    void *handle = dlopen(name, RTLD_NOW | RTLD_LOCAL);
    assert_non_null(handle);
    return handle;
}

static void *look_up(const char *name, uint64_t flags) {
    void *function = NULL;
    int status;
    look_up_fn first = (look_up_fn)dlsym(library("libamdhip64.so.6"), "hipGetProcAddress");
    first(name, &function, 602, flags, &status);
    return function;
}

static void a_direct_call_goes_through_ours(void **state) {
    int (*volatile function)(void *) = hipEventQuery;
    assert_true(is_ours((void *)function));
}

static void dlsym_answers_with_ours_by_every_name(void **state) {
    static const char *const names[] = {"libamdhip64.so", "libamdhip64.so.5", "libamdhip64.so.6",
                                        "libamdhip64.so.7"};
    for (unsigned i = 0; i < 4; i++)
        assert_true(is_ours(dlsym(library(names[i]), "hipEventRecord")));
    assert_true(is_ours(dlsym(RTLD_DEFAULT, "hipEventRecord")));
    assert_true(is_ours(dlsym(RTLD_NEXT, "hipFree")));
    assert_true(is_ours(dlvsym(library("libamdhip64.so.6"), "hipEventRecord", "hip_4.2")));
    assert_false(is_ours(dlsym(library("libamdhip64.so.6"), "hipGetDeviceCount")));
}

static void hipGetProcAddress_answers_with_ours(void **state) {
    assert_true(is_ours(look_up("hipEventRecord", 0)));
    assert_false(is_ours(look_up("hipGetDeviceCount", 0)));
    assert_null(look_up("hipNothing", 0));
}

static void the_look_up_of_itself_is_watched(void **state) {
    void *function = NULL;
    int status;
    look_up_fn again = (look_up_fn)look_up("hipGetProcAddress", 0);
    assert_true(is_ours((void *)again));
    assert_int_equal(again("hipEventRecord", &function, 602, 0, &status), HIP_SUCCESS);
    assert_true(is_ours(function));
}

static void twins_have_functions_of_their_own(void **state) {
    void *hip = library("libamdhip64.so.6");
    void *plain = look_up("hipStreamSynchronize", 0);
    void *own = look_up("hipStreamSynchronize", HIP_PER_THREAD);
    assert_true(is_ours(plain));
    assert_true(is_ours(own));
    assert_ptr_not_equal(plain, own);
    assert_ptr_equal(plain, dlsym(hip, "hipStreamSynchronize"));
    assert_ptr_equal(own, dlsym(hip, "hipStreamSynchronize_spt"));
    assert_ptr_equal(look_up("hipMalloc", HIP_PER_THREAD), dlsym(hip, "hipMalloc"));
    look_up_fn twin = (look_up_fn)dlsym(hip, "hipGetProcAddress_spt");
    void *function = NULL;
    int status;
    assert_int_equal(twin("hipStreamSynchronize", &function, 602, 0, &status), HIP_SUCCESS);
    assert_ptr_equal(function, own);
}

static void each_leads_to_its_real_function(void **state) {
    int (*plain)(void *) = look_up("hipStreamSynchronize", 0);
    int (*own)(void *) = look_up("hipStreamSynchronize", HIP_PER_THREAD);
    uint64_t before = driver_calls("cuStreamSynchronize");
    assert_int_equal(plain(NULL), HIP_SUCCESS);
    assert_int_equal(own(NULL), HIP_SUCCESS);
    assert_int_equal(driver_calls("cuStreamSynchronize") - before, 2);
}

/* Of those that the software runtime has. */
static void every_row_is_handed_out(void **state) {
    static const char *const rows[] = {
#define HIP(symbol, ...) #symbol,
#include "hooks/rocm/rows.def"
    };
    void *hip = library("libamdhip64.so.6");
    unsigned n = 0;
    for (unsigned i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
        void *function = dlsym(hip, rows[i]);
        if (!function)
            continue;
        n++;
        bool is_for_programs = rows[i][0] != '_'; /* what compilers call is not looked up */
        if (!is_ours(function) || (is_for_programs && look_up(rows[i], 0) != function))
            fail_msg("%s is not ours", rows[i]);
    }
    assert_true(n > 90);
}

/* A hook has as many words as any of them needs, also those on the stack. */
static void all_arguments_arrive(void **state) {
    int (*allocate)(struct hip_pitched *, struct hip_place) = look_up("hipMalloc3D", 0);
    int (*set)(struct hip_pitched, int, struct hip_place, void *) = look_up("hipMemset3DAsync", 0);
    int (*synchronize)(void) = look_up("hipDeviceSynchronize", 0);
    int (*release)(void *) = look_up("hipFree", 0);
    struct hip_pitched rows;
    assert_int_equal(allocate(&rows, (struct hip_place){100, 3, 2}), HIP_SUCCESS);
    assert_int_equal(rows.height, 3);
    assert_int_equal(set(rows, 7, (struct hip_place){100, 3, 2}, NULL), HIP_SUCCESS);
    assert_int_equal(synchronize(), HIP_SUCCESS);
    const char *last = (const char *)rows.ptr + 5 * rows.pitch;
    assert_int_equal(last[99], 7);
    assert_int_not_equal(last[-1], 7); /* between the rows */
    assert_int_equal(release(rows.ptr), HIP_SUCCESS);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_direct_call_goes_through_ours),
        cmocka_unit_test(dlsym_answers_with_ours_by_every_name),
        cmocka_unit_test(hipGetProcAddress_answers_with_ours),
        cmocka_unit_test(the_look_up_of_itself_is_watched),
        cmocka_unit_test(twins_have_functions_of_their_own),
        cmocka_unit_test(each_leads_to_its_real_function),
        cmocka_unit_test(every_row_is_handed_out),
        cmocka_unit_test(all_arguments_arrive),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
