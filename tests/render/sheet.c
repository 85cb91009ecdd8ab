/* sheet: columns, wrapping, foreign text, numbers. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "report/render/sheet.h"

#include <string.h>

#include "tests/unit/unit.h"

static void foreign_text_becomes_plain_ascii(void **state) {
    static const char *const texts[][2] = {
        {"plain", "plain"},
        {"a\nb\tc\33[31m", "a\\nb\\x09c\\x1b[31m"},
        {"gr\xc3\xb6\xc3\x9f"
         "e",
         "gr\\u00f6\\u00dfe"},
        {"\xf0\x9f\x8f\xb9", "\\U0001f3f9"},
        {"\xff\xc3", "\\xff\\xc3"},
        {"\xe2\x82", "\\xe2\\x82"},
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        struct sheet sheet = {0};
        sheet_add(&sheet, "");
        sheet_add_foreign(&sheet, texts[i][0]);
        assert_string_equal(sheet.data, texts[i][1]);
    }
}

static void an_escape_is_cut_before_it_begins(void **state) {
    static const char *const whole[] = {"ab..",
                                        "ab..",
                                        "ab..",
                                        "ab..",
                                        "ab..",
                                        "ab..",
                                        "ab\\u00f6..",
                                        "ab\\u00f6\\n..",
                                        "ab\\u00f6\\n..",
                                        "ab\\u00f6\\nc..",
                                        "ab\\u00f6\\ncd.."};
    static const size_t widths[] = {4, 5, 6, 7, 8, 9, 10, 12, 12, 13, 14};
    for (size_t i = 0; i < sizeof widths / sizeof *widths; i++) {
        struct sheet sheet = {0};
        sheet_add_cut(&sheet, "ab\xc3\xb6\ncdefg", widths[i]);
        assert_string_equal(sheet.data, whole[i]);
    }
}

static void paths_are_kept_and_counted_in_characters(void **state) {
    struct sheet sheet = {0};
    sheet_add_path(&sheet, "\xd0\xbf\xd1\x80/a\33.py");
    assert_string_equal(sheet.data, "\xd0\xbf\xd1\x80/a\\x1b.py");
    assert_int_equal(sheet_column(&sheet), 11);
    assert_string_equal(sheet_skip(sheet.data, 1), "\xd1\x80/a\\x1b.py");
    assert_string_equal(sheet_skip(sheet.data, 12), "");
}

static void colours_take_no_room(void **state) {
    struct sheet sheet = {.has_colours = true};
    sheet_colour(&sheet, COLOUR_RED);
    sheet_add(&sheet, "error");
    sheet_colour(&sheet, COLOUR_NONE);
    assert_int_equal(sheet_column(&sheet), 5);
    sheet_tab(&sheet, 10);
    assert_int_equal(sheet_column(&sheet), 10);
    sheet_tab(&sheet, 4);
    assert_int_equal(sheet_column(&sheet), 12);

    struct sheet plain = {0};
    sheet_add(&plain, "x");
    sheet_colour(&plain, COLOUR_RED);
    assert_string_equal(plain.data, "x");
}

static void long_text_is_wrapped_at_words(void **state) {
    struct sheet sheet = {0};
    char text[1000] = "";
    for (int i = 0; i < 80; i++)
        strcat(text, i % 7 ? "word " : "longer-word ");
    sheet_add(&sheet, "  fix     ");
    sheet_wrap(&sheet, text, "          ");
    unsigned n_lines = 0;
    for (char *rest = sheet.data, *line; (line = strsep(&rest, "\n")); n_lines++) {
        assert_true(strlen(line) <= SHEET_WIDTH && strlen(line) > 30);
        assert_int_not_equal(line[strlen(line) - 1], ' ');
        if (n_lines)
            assert_memory_equal(line, "          ", 10);
    }
    assert_int_equal(n_lines, 5);
}

static void a_word_wider_than_the_line_stays_whole(void **state) {
    struct sheet sheet = {0};
    char word[200];
    memset(word, 'x', sizeof word - 1);
    word[sizeof word - 1] = 0;
    sheet_wrap(&sheet, word, "  ");
    assert_string_equal(sheet.data, word);
}

static void numbers_are_easy_to_read(void **state) {
    struct sheet sheet = {0};
    static const uint64_t counts[] = {0, 999, 1000, 1234567, UINT64_MAX};
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        sheet_add_count(&sheet, counts[i]);
        sheet_add(&sheet, " ");
    }
    assert_string_equal(sheet.data, "0 999 1,000 1,234,567 18,446,744,073,709,551,615 ");
    sheet = (struct sheet){0};
    static const uint64_t sizes[] = {0, 1, 1023, 1024, 1048575, 1048576, 158124999, UINT64_MAX};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        sheet_add_bytes(&sheet, sizes[i]);
        sheet_add(&sheet, "|");
    }
    assert_string_equal(sheet.data, "-|1 B|1023 B|1.0 KiB|1.0 MiB|1.0 MiB|150.8 MiB|16384.0 PiB|");
    assert_string_equal(sheet_counted(1, "row"), "1 row");
    assert_string_equal(sheet_counted(65536, "row"), "65,536 rows");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(foreign_text_becomes_plain_ascii),
        cmocka_unit_test(an_escape_is_cut_before_it_begins),
        cmocka_unit_test(paths_are_kept_and_counted_in_characters),
        cmocka_unit_test(colours_take_no_room),
        cmocka_unit_test(long_text_is_wrapped_at_words),
        cmocka_unit_test(a_word_wider_than_the_line_stays_whole),
        cmocka_unit_test(numbers_are_easy_to_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
