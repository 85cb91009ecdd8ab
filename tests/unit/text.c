/* text: numbers, cutting on characters, and JSON strings from any bytes. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "report/base/text.h"

#include <jansson.h>

#include "tests/unit/unit.h"

static char storage[4096];

static const char *json_of(const char *string) {
    struct text text = text_begin(storage, sizeof storage);
    text_add_json(&text, string);
    assert_false(text.cut);
    return storage;
}

static void numbers_are_written_whole(void **state) {
    struct text text = text_begin(storage, sizeof storage);
    text_add_int(&text, INT64_MIN);
    text_add(&text, " ");
    text_add_int(&text, -7);
    text_add(&text, " ");
    text_add_uint(&text, UINT64_MAX);
    text_add(&text, " ");
    text_add_hex(&text, 0xdeadbeef);
    text_add(&text, " ");
    text_add_hex(&text, 0);
    assert_string_equal(storage, "-9223372036854775808 -7 18446744073709551615 0xdeadbeef 0x0");
    assert_int_equal(text.length, strlen(storage));
}

static void what_does_not_fit_is_cut_and_noted(void **state) {
    struct text text = text_begin(storage, 6);
    text_add(&text, "abcdefgh");
    assert_string_equal(storage, "abcde");
    assert_true(text.cut);
    text_add(&text, "x");
    assert_string_equal(storage, "abcde");
    struct text exact = text_begin(storage, 6);
    text_add(&exact, "abcde");
    assert_false(exact.cut);
    struct text none = text_begin(storage, 0);
    text_add(&none, "x");
    text_add_json(&none, "x");
    assert_true(none.cut);
}

static void a_cut_never_splits_a_character(void **state) {
    struct text text = text_begin(storage, 5);
    text_add(&text, "abc\xc3\xa9");
    assert_string_equal(storage, "abc");
    text = text_begin(storage, 6);
    text_add(&text, "abc\xf0\x9f\x8f\xb9");
    assert_string_equal(storage, "abc");
    assert_true(text.cut);
}

static void plain_strings_are_quoted(void **state) {
    assert_string_equal(json_of("arrow"), "\"arrow\"");
    assert_string_equal(json_of(NULL), "null");
    assert_string_equal(json_of(""), "\"\"");
    assert_string_equal(json_of("a\"b\\c\nd\te\x01"), "\"a\\\"b\\\\c\\nd\\te\\u0001\"");
    assert_string_equal(json_of("\xc3\xa9\xe2\x82\xac\xf0\x9f\x8f\xb9"),
                        "\"\xc3\xa9\xe2\x82\xac\xf0\x9f\x8f\xb9\"");
}

static void a_line_stays_one(void **state) {
    struct text text = text_begin(storage, sizeof storage);
    text_add_line(&text, "a\"\\ \n\x1b[31m\x7f \xc3\xa9\xff\xe2\x82");
    assert_string_equal(storage, "a\"\\ ??[31m? \xc3\xa9\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd");
}

static void broken_bytes_become_the_replacement(void **state) {
    assert_string_equal(json_of("a\xff"), "\"a\xef\xbf\xbd\"");
    assert_string_equal(json_of("\xc0\xaf"), "\"\xef\xbf\xbd\xef\xbf\xbd\""); /* overlong */
    assert_string_equal(json_of("\xe2\x82"), "\"\xef\xbf\xbd\xef\xbf\xbd\""); /* ends early */
    assert_string_equal(json_of("\xed\xa0\x80"),
                        "\"\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\""); /* surrogate */
    assert_string_equal(
        json_of("\xf4\x90\x80\x80"),
        "\"\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\""); /* beyond the last */
}

static void any_bytes_parse_as_json(void **state) {
    uint32_t random = 1;
    for (int round = 0; round < 20000; round++) {
        char bytes[24];
        unsigned n = (unsigned)round % sizeof bytes;
        for (unsigned i = 0; i < n; i++) {
            random = random * 1664525 + 1013904223;
            char byte = (char)(random >> 24);
            bytes[i] = byte ? byte : 'z';
        }
        bytes[n] = '\0';
        json_error_t error;
        json_t *parsed = json_loads(json_of(bytes), JSON_DECODE_ANY, &error);
        assert_non_null(parsed);
        assert_true(json_is_string(parsed));
        json_decref(parsed);
    }
}

static void a_cut_json_string_is_closed(void **state) {
    static const char string[] = "abc\n\xe2\x82\xac\x01 tail of the string";
    size_t whole = strlen(json_of(string));
    for (size_t size = 3; size < whole + 3; size++) {
        struct text text = text_begin(storage, size);
        text_add_json(&text, string);
        json_error_t error;
        json_t *parsed = json_loads(storage, JSON_DECODE_ANY, &error);
        assert_non_null(parsed);
        json_decref(parsed);
        assert_true(text.length < size);
        assert_int_equal(text.cut, size <= whole);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_are_written_whole),
        cmocka_unit_test(what_does_not_fit_is_cut_and_noted),
        cmocka_unit_test(a_cut_never_splits_a_character),
        cmocka_unit_test(plain_strings_are_quoted),
        cmocka_unit_test(a_line_stays_one),
        cmocka_unit_test(broken_bytes_become_the_replacement),
        cmocka_unit_test(any_bytes_parse_as_json),
        cmocka_unit_test(a_cut_json_string_is_closed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
