/* names: marked places of a fixture in all the ways that symbols come. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "report/render/names.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "report/render/demangle.h"
#include "tests/unit/unit.h"

static char build_id[128];
static struct {
    char name[32];
    uint64_t address;
} marks[16];
static unsigned n_marks;

#define GCC   FIXTURES "fixture.so"
#define CLANG FIXTURES "clang.so"
#define MIXED FIXTURES "mixed.so"

/* The place behind a mark as a return address of the fixture. */
static uint64_t at(const char *mark) {
    for (unsigned i = 0; i < n_marks; i++)
        if (!strcmp(marks[i].name, mark))
            return marks[i].address + 1;
    fail_msg("the fixture has no %s", mark);
    return 0;
}

static int read_marks(const char *path) {
    char command[512], line[256];
    snprintf(command, sizeof command, "nm %s 2>&1; readelf -n %s", path, path);
    FILE *pipe = popen(command, "r");
    unsigned long long address;
    n_marks = 0;
    while (fgets(line, sizeof line, pipe)) {
        sscanf(line, " Build ID: %127s", build_id);
        if (n_marks < 16 && sscanf(line, "%llx t mark_%31s", &address, marks[n_marks].name) == 2)
            marks[n_marks++].address = address;
    }
    return pclose(pipe);
}

static int read_fixture(void **state) {
    return read_marks(GCC);
}

static struct module module_of(const char *path) {
    return (struct module){.path = path, .name = strrchr(path, '/') + 1, .build_id = build_id};
}

static void a_place_has_function_file_and_line(void **state) {
    struct module module = module_of(GCC);
    struct names names = names_find(&module, at("export"), false);
    assert_int_equal(names.n, 1);
    assert_string_equal(names.list[0].function, "prod_export_batch");
    assert_non_null(strstr(names.list[0].file, "tests/render/fixture.cc"));
    assert_int_equal(names.list[0].file[0], '/');
    assert_true(names.list[0].line > 0 && names.list[0].column > 0);
    assert_int_equal(names_symbols(&module), SYMBOLS_DWARF);
}

static void an_inlined_function_stands_before_its_caller(void **state) {
    struct module module = module_of(GCC);
    struct names names = names_find(&module, at("close"), false);
    assert_int_equal(names.n, 2);
    assert_string_equal(names.list[0].function, "etl::Sink::close");
    assert_true(names.list[0].is_inlined);
    assert_string_equal(names.list[1].function, "main");
    assert_false(names.list[1].is_inlined);
    assert_true(names.list[1].line > names.list[0].line);
}

/* Only gcc's unit has its addresses in the table, and seems to reach to the next that has. */
static void units_of_two_compilers_are_kept_apart(void **state) {
    assert_int_equal(read_marks(MIXED), 0);
    struct module module = module_of(MIXED);
    struct names names = names_find(&module, at("export"), false);
    assert_int_equal(names.n, 1);
    assert_string_equal(names.list[0].function, "prod_export_batch");
    assert_non_null(strstr(names.list[0].file, "tests/render/fixture.cc"));
    assert_int_equal(read_marks(GCC), 0);
}

/* It writes no table of addresses, and functions stand within their namespaces, as Rust's do. */
static void another_compiler_says_it_in_another_way(void **state) {
    assert_int_equal(read_marks(CLANG), 0);
    struct module module = module_of(CLANG);
    struct names names = names_find(&module, at("close"), false);
    assert_int_equal(names.n, 2);
    assert_string_equal(names.list[0].function, "etl::Sink::close");
    assert_string_equal(names.list[1].function, "main");
    assert_true(names.list[1].line > names.list[0].line);
    names = names_find(&module, at("flush"), false);
    assert_int_equal(names.n, 2);
    assert_string_equal(names.list[0].function, "etl::flush_one");
    assert_true(names.list[0].is_inlined);
    assert_string_equal(names.list[1].function, "etl::flush");
    assert_int_equal(read_marks(GCC), 0);
}

static void frames_of_rust_have_names_and_lines(void **state) {
    static const char *const files[] = {FIXTURES "rust.so", FIXTURES "rust_v0.so"};
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        if (access(files[i], R_OK))
            skip();
        assert_int_equal(read_marks(files[i]), 0);
        struct module module = module_of(files[i]);
        struct names names = names_find(&module, at("close"), false);
        assert_int_equal(names.n, 2);
        assert_non_null(strstr(names.list[0].function, "etl::Sink<i64>"));
        assert_non_null(strstr(names.list[0].function, "::close"));
        assert_true(names.list[0].is_inlined && names.list[0].line > 0);
        assert_non_null(strstr(names.list[1].function, "::flush"));
        assert_non_null(strstr(names.list[1].file, "tests/render/fixture.rs"));
        assert_true(names.list[1].line > names.list[0].line);
    }
    assert_int_equal(read_marks(GCC), 0);
}

/* Debian keeps them there by build-id: libc6-dbg is among what the tests need. */
static void symbols_in_the_folder_of_debuggers_are_found(void **state) {
    Dl_info info;
    assert_int_not_equal(dladdr((void *)qsort, &info), 0);
    if (access("/usr/lib/debug/.build-id", X_OK))
        skip();
    assert_int_equal(read_marks(info.dli_fname), 0);
    struct module module = module_of(info.dli_fname);
    uint64_t offset = (uint64_t)((uintptr_t)qsort - (uintptr_t)info.dli_fbase);
    struct names names = names_find(&module, offset, true);
    assert_int_equal(names_symbols(&module), SYMBOLS_DWARF);
    assert_non_null(strstr(names.list[0].function, "qsort"));
    assert_non_null(strstr(names.list[0].file, "msort.c"));
    assert_true(names.list[0].line > 0);
    assert_int_equal(read_marks(GCC), 0);
}

static void a_return_address_is_looked_up_before_it(void **state) {
    struct module module = module_of(GCC);
    /* The mark is the first address of its line: one before it lies another. */
    struct names exact = names_find(&module, at("export") - 1, true);
    struct names same = names_find(&module, at("export"), false);
    assert_ptr_equal(exact.list, same.list);
    struct names begin = names_find(&module, 0, false);
    assert_int_equal(begin.n, 1);
    assert_null(begin.list[0].function);
}

static void without_symbols_only_exported_functions_have_names(void **state) {
    struct module module = module_of(FIXTURES "stripped.so");
    struct names names = names_find(&module, at("export"), false);
    assert_int_equal(names.n, 1);
    assert_null(names.list[0].file);
    assert_non_null(names.list[0].function);
    assert_null(names_find(&module, at("hidden"), false).list[0].function);
    assert_int_equal(names_symbols(&module), SYMBOLS_DYNSYM);
}

static void symbols_beside_the_module_are_found(void **state) {
    struct module module = module_of(FIXTURES "linked.so");
    struct names names = names_find(&module, at("close"), false);
    assert_int_equal(names.n, 2);
    assert_string_equal(names.list[0].function, "etl::Sink::close");
    assert_int_equal(names_symbols(&module), SYMBOLS_DWARF);
}

static void the_small_table_within_a_module_is_found(void **state) {
    struct module module = module_of(FIXTURES "mini.so");
    struct names names = names_find(&module, at("hidden"), false);
    assert_int_equal(names.n, 1);
    assert_string_equal(names.list[0].function, "hidden_function");
    assert_null(names.list[0].file);
    assert_int_equal(names_symbols(&module), SYMBOLS_SYMTAB);
}

static void a_file_that_changed_gives_no_names(void **state) {
    struct module module = module_of(GCC);
    module.build_id = "00112233";
    assert_null(names_find(&module, at("export"), false).list[0].function);
    assert_int_equal(names_symbols(&module), SYMBOLS_NONE);
    struct module none = module_of(GCC);
    none.build_id = "";
    assert_null(names_find(&none, at("export"), false).list[0].function);
}

static void a_file_that_is_gone_or_no_module_gives_no_names(void **state) {
    struct module gone = module_of(FIXTURES "no-such-file.so");
    struct names names = names_find(&gone, 0x1000, false);
    assert_int_equal(names.n, 1);
    assert_null(names.list[0].function);
    assert_int_equal(names_symbols(&gone), SYMBOLS_NONE);
    struct module text = module_of(FIXTURES ".fixtures");
    assert_null(names_find(&text, 0x1000, false).list[0].function);
    struct module folder = module_of(FIXTURES);
    assert_null(names_find(&folder, 0x1000, false).list[0].function);
    assert_int_equal(names_find(NULL, 0x1000, false).n, 1);
}

static void names_of_other_languages_are_readable(void **state) {
    static const char *const names[][2] = {
        {"_ZN3etl5BatchIiED1Ev", "etl::Batch<int>::~Batch"},
        {"_ZN3etl4Sink5closeEiPKc", "etl::Sink::close"},
        {"_ZN4core3ptr13drop_in_place17h0123456789abcdefE", "core::ptr::drop_in_place"},
        {"_RNvNtCs1234_7mycrate3foo3bar", "mycrate::foo::bar"},
        {"__pyx_pw_7pyarrow_3lib_11RecordBatch_49_export_to_c",
         "pyarrow.lib.RecordBatch._export_to_c"},
        {"_ZL51__pyx_pw_7pyarrow_3lib_11RecordBatch_49_export_to_cP7_objectPKS0_lS0_",
         "pyarrow.lib.RecordBatch._export_to_c"},
        {"__pyx_pf_7pyarrow_3lib_5Array_8__arrow_c_array__", "pyarrow.lib.Array.__arrow_c_array__"},
        {"__pyx_f_7pyarrow_3lib_pyarrow_wrap_batch", "pyarrow.lib.pyarrow_wrap_batch"},
        {"__pyx_pw_", "__pyx_pw_"},
        {"__pyx_pw_3abc", "__pyx_pw_3abc"},
        {"__pyx_pw_99999999999999999999_x", "__pyx_pw_99999999999999999999_x"},
        {"plain_c", "plain_c"},
        {"", ""},
        {"_Z", "_Z"},
    };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        assert_string_equal(demangle_function(names[i][0]), names[i][1]);
}

static void long_names_lose_their_arguments_first(void **state) {
    assert_string_equal(demangle_shorten("short<int>", 20), "short<int>");
    assert_string_equal(demangle_shorten("a::Vector<std::pair<int, long>>::push", 20),
                        "a::Vector<..>::push");
    assert_string_equal(demangle_shorten("one::two::three::four::five", 12), "..four::five");
    assert_string_equal(demangle_shorten("a::operator<<(int, int, int)", 12), ".. int, int)");
    assert_int_equal(strlen(demangle_shorten("f<a<b<c<d<e<f<g<h", 6)), 6);
    const char *longer = demangle_shorten("a<>b<>c<>d<>e<>f<>g<>h<>i<>", 26);
    store_string("what is kept next");
    assert_string_equal(longer, "..<..>f<..>g<..>h<..>i<..>");
}

static void a_definition_is_that_of_the_function_itself(void **state) {
    struct module module = module_of(GCC), stripped = module_of(FIXTURES "stripped.so");
    struct name name = names_definition(&module, at("export"));
    assert_string_equal(name.function, "prod_export_batch");
    assert_non_null(strstr(name.file, "tests/render/fixture.cc"));
    assert_int_equal(name.line, names_find(&module, at("export"), false).list[0].line - 1);
    name = names_definition(&module, at("flush"));
    assert_string_equal(name.function, "etl::flush"); /* not what was inlined there */
    assert_true(name.line < names_find(&module, at("flush"), false).list[1].line);
    name = names_definition(&stripped, at("export"));
    assert_string_equal(name.function, "prod_export_batch");
    assert_null(name.file);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_place_has_function_file_and_line),
        cmocka_unit_test(a_definition_is_that_of_the_function_itself),
        cmocka_unit_test(an_inlined_function_stands_before_its_caller),
        cmocka_unit_test(another_compiler_says_it_in_another_way),
        cmocka_unit_test(units_of_two_compilers_are_kept_apart),
        cmocka_unit_test(frames_of_rust_have_names_and_lines),
        cmocka_unit_test(symbols_in_the_folder_of_debuggers_are_found),
        cmocka_unit_test(a_return_address_is_looked_up_before_it),
        cmocka_unit_test(without_symbols_only_exported_functions_have_names),
        cmocka_unit_test(symbols_beside_the_module_are_found),
        cmocka_unit_test(the_small_table_within_a_module_is_found),
        cmocka_unit_test(a_file_that_changed_gives_no_names),
        cmocka_unit_test(a_file_that_is_gone_or_no_module_gives_no_names),
        cmocka_unit_test(names_of_other_languages_are_readable),
        cmocka_unit_test(long_names_lose_their_arguments_first),
    };
    return cmocka_run_group_tests(tests, read_fixture, NULL);
}
