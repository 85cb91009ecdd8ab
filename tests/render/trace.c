/* trace: how a place is written, by what is known of it. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "report/render/trace.h"

#include "tests/unit/unit.h"

static const struct module known = {.path = "/opt/pyarrow/lib.cpython-311-x86_64-linux-gnu.so",
                                    .name = "lib.cpython-311-x86_64-linux-gnu.so"};

static void a_line_comes_before_a_function(void **state) {
    struct spot spot = {.function = "close", .file = "sink.c", .line = 7, .module = &known};
    assert_string_equal(trace_point(&spot), "sink.c:7");
}

static void a_function_comes_before_an_offset(void **state) {
    struct spot spot = {.function = "close", .module = &known, .offset = 16, .library = "pyarrow"};
    assert_string_equal(trace_point(&spot), "close (pyarrow/lib.so)");
    spot.function = NULL;
    assert_string_equal(trace_point(&spot), "lib.cpython-311-x86_64-linux-gnu.so+0x10");
}

static void code_of_no_module_is_an_address(void **state) {
    struct spot spot = {.offset = 0xabc};
    assert_string_equal(trace_point(&spot), "0xabc");
}

int main(void) {
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_line_comes_before_a_function),
        cmocka_unit_test(a_function_comes_before_an_offset),
        cmocka_unit_test(code_of_no_module_is_an_address),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
