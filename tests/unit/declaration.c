/* declaration: what a line says, and for a line that is wrong where and what was expected. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "unit.h"

#include <string.h>

#include "hooks/declaration.h"
#include "report/base/memory.h"

static struct declaration read_good(const char *line) {
    struct declaration declaration;
    struct declaration_error error = {0};
    if (!declaration_read(line, strlen(line), &declaration, &error))
        fail_msg("column %u: %s", error.column, error.what);
    return declaration;
}

static void bad(const char *line, unsigned column, const char *what) {
    struct declaration declaration;
    struct declaration_error error = {0};
    assert_false(declaration_read(line, strlen(line), &declaration, &error));
    assert_string_equal(error.what, what);
    assert_int_equal(error.column, column);
}

static int begin(void **state) {
    memory_init((size_t)16 << 20);
    return 0;
}

static void empty_lines_say_nothing(void **state) {
    assert_null(read_good("").function);
    assert_null(read_good("  \t\r").function);
    assert_null(read_good("# produce gives(1:array)").function);
}

static void each_role_becomes_a_clause(void **state) {
    struct declaration said =
        read_good("produce gives(2:array, 3:schema) takes(1:stream)  peeks(4:device_array)#x");
    const struct call_clause *clauses = said.form.clauses;
    assert_string_equal(said.function, "produce");
    assert_null(said.module);
    assert_int_equal(said.form.success, SUCCESS_ZERO);
    assert_int_equal(clauses[0].verb, CALL_GIVES);
    assert_int_equal(clauses[0].argument, 2);
    assert_int_equal(clauses[0].kind, KIND_ARRAY);
    assert_false(clauses[0].always);
    assert_int_equal(clauses[1].argument, 3);
    assert_int_equal(clauses[1].kind, KIND_SCHEMA);
    assert_int_equal(clauses[2].verb, CALL_TAKES);
    assert_int_equal(clauses[2].kind, KIND_STREAM);
    assert_int_equal(clauses[3].verb, CALL_PEEKS);
    assert_int_equal(clauses[3].kind, KIND_DEVICE_ARRAY);
    assert_int_equal(clauses[4].verb, CALL_NOTHING);
}

static void a_handler_can_be_declared(void **state) {
    struct declaration said = read_good("scan takes(2:async_handler)");
    assert_int_equal(said.form.clauses[0].kind, KIND_ASYNC_HANDLER);
}

static void a_module_stands_in_front(void **state) {
    struct declaration said = read_good("libprod.so.2:_ZN4prod4makeEv takes(1:device_stream)");
    assert_string_equal(said.module, "libprod.so.2");
    assert_string_equal(said.function, "_ZN4prod4makeEv");
    assert_int_equal(said.form.clauses[0].kind, KIND_DEVICE_STREAM);
}

/* The result register of a void function means nothing. */
static void only_a_plain_gives_tests_the_result(void **state) {
    assert_int_equal(read_good("f takes(1:array)").form.success, SUCCESS_ALWAYS);
    assert_int_equal(read_good("f gives!(1:array)").form.success, SUCCESS_ALWAYS);
    assert_int_equal(read_good("f gives(ret:array)").form.success, SUCCESS_ALWAYS);
    assert_int_equal(read_good("f takes(1:array) gives(2:array)").form.success, SUCCESS_ZERO);
    assert_true(read_good("f gives!(1:array)").form.clauses[0].always);
}

static void a_result_and_a_pointer_to_the_pointer(void **state) {
    struct declaration said = read_good("f gives(ret:array, 2:*schema)");
    assert_int_equal(said.form.clauses[0].argument, CALL_RESULT);
    assert_false(said.form.clauses[0].indirect);
    assert_true(said.form.clauses[1].indirect);
    assert_int_equal(said.form.clauses[1].kind, KIND_SCHEMA);
    assert_true(read_good("f takes(1:* stream)").form.clauses[0].indirect);
}

static void handles_hold_what_came_from_them(void **state) {
    struct declaration said = read_good("f gives(2:stream, from:1) closes(3)");
    assert_int_equal(said.form.clauses[0].handle, 1);
    assert_int_equal(said.form.clauses[0].bond, BOND_USE);
    assert_int_equal(said.form.clauses[1].verb, CALL_CLOSES);
    assert_int_equal(said.form.clauses[1].argument, 3);
    assert_true(said.form.clauses[1].always);
    said = read_good("f gives(of:1, 2:stream, 3:array)");
    assert_int_equal(said.form.clauses[0].bond, BOND_ALL);
    assert_int_equal(said.form.clauses[1].bond, BOND_ALL);
    assert_int_equal(said.form.clauses[1].handle, 1);
}

static void an_error_names_its_place(void **state) {
    bad("produce", 8,
        "expected a role (gives, gives!, takes, peeks, closes), found the end of the line");
    bad("produce give(1:array)", 9,
        "expected a role (gives, gives!, takes, peeks, closes), found 'give'; did you mean "
        "'gives'?");
    bad("f gives 1:array", 9, "expected '(', found '1'");
    bad("f gives(7:array)", 9, "expected an argument (1 to 6, or ret), from or of, found '7'");
    bad("f takes(ret:array)", 9, "expected an argument (1 to 6), found 'ret'");
    bad("f gives(1:arrey)", 11,
        "expected a kind (array, schema, stream, device_array, device_stream, async_handler), "
        "found 'arrey'; did you mean 'array'?");
    bad("f gives(1 array)", 11, "expected ':' and a kind, found 'array'");
    bad("f gives(1:array", 16, "expected ',' or ')', found the end of the line");
    bad("f gives(1:array; 2:schema)", 11,
        "expected a kind (array, schema, stream, device_array, device_stream, async_handler), "
        "found 'array;'; did you mean 'array'?");
    bad("f gives(from:1)", 3, "names no structure");
    bad("f gives(1:array, from:x)", 23, "expected an argument (1 to 6), found 'x'");
    bad("f takes(1:array, from:2)", 18, "only what is given comes from a handle");
    bad(": takes(1:array)", 1, "expected the name of a function, found ':'");
    bad("m.so: (1)", 7, "expected the name of a function, found '('");
    bad("f takes(1:array) extra", 18,
        "expected a role (gives, gives!, takes, peeks, closes), found 'extra'");
    bad("f takes(1:array, 2:array, 3:array, 4:array, 5:array, 6:array) peeks(1:schema, 2:schema,"
        " 3:schema)",
        89, "a function can hand over 8 structures at most");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(empty_lines_say_nothing),
        cmocka_unit_test(each_role_becomes_a_clause),
        cmocka_unit_test(a_handler_can_be_declared),
        cmocka_unit_test(a_module_stands_in_front),
        cmocka_unit_test(only_a_plain_gives_tests_the_result),
        cmocka_unit_test(a_result_and_a_pointer_to_the_pointer),
        cmocka_unit_test(handles_hold_what_came_from_them),
        cmocka_unit_test(an_error_names_its_place),
    };
    return cmocka_run_group_tests(tests, begin, NULL);
}
